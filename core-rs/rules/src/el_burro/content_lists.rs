//! Lists of a content file, checked: as long as the game needs them, and with ids of their own.

/// A failed check, in words.
pub(super) type Checked<T> = Result<T, String>;

pub(super) fn ensure(holds: bool, wrong: impl FnOnce() -> String) -> Checked<()> {
    if holds { Ok(()) } else { Err(wrong()) }
}

pub(super) fn exactly<T, const N: usize>(what: &str, list: Vec<T>) -> Checked<[T; N]> {
    let length = list.len();
    list.try_into().map_err(|_| format!("{what}: {length} entries where {N} are needed"))
}

/// What is made of each entry of a list that has exactly so many.
pub(super) fn each<E, T, const N: usize>(
    what: &str,
    entries: &[E],
    make: impl FnMut(&E) -> Checked<T>,
) -> Checked<[T; N]> {
    exactly(what, entries.iter().map(make).collect::<Checked<Vec<T>>>()?)
}

/// Ids that are there and distinct.
pub(super) fn ids<'a, const N: usize>(
    what: &str,
    list: impl Iterator<Item = &'a String>,
) -> Checked<[String; N]> {
    let list: Vec<String> = list.cloned().collect();
    let distinct = list.iter().enumerate().all(|(i, id)| !id.is_empty() && !list[..i].contains(id));
    ensure(distinct, || format!("{what}: an id is empty or there twice"))?;
    exactly(what, list)
}

/// Things in the order of their ids (`rules.md` §5), of a list of the ids in canonical order.
pub(super) fn by_id<'a, T, const N: usize>(
    what: &str,
    ids: impl Iterator<Item = &'a String>,
    at: fn(usize) -> Option<T>,
) -> Checked<[T; N]> {
    let mut places: Vec<(&String, usize)> = ids.zip(0..).collect();
    places.sort_unstable();
    exactly(what, places.into_iter().filter_map(|(_, place)| at(place)).collect())
}

/// The place of an id in a list.
pub(super) fn find(ids: &[String], id: &String) -> Checked<u8> {
    let place = ids.iter().position(|known| known == id);
    let place = place.and_then(|place| u8::try_from(place).ok());
    place.ok_or_else(|| format!("nothing has the id {id}"))
}
