//! §9 herds and sales.

use ludoteca_rules::el_gaucho::{Herd, Herds, Race, Tile, Tiles};

use crate::short::random_positions;

const BROWN: Race = Race(0);

fn herd(values: &[u8]) -> Herd {
    let tiles: Tiles = values.iter().map(|value| Tile::of(BROWN, *value)).collect();
    let herd = Herd::laid_out(BROWN, tiles, values.len() > 1 && values[0] > values[1]);
    assert_eq!(shown(&herd), values);
    herd
}

fn shown(herd: &Herd) -> Vec<u8> {
    herd.tiles().map(Tile::value).collect()
}

/// §9 as written, on plain lists: appending. Returns the list and the pesos of a forced sale.
fn append_by_the_book(mut list: Vec<u8>, value: u8) -> (Vec<u8>, u32) {
    let fits = match list.as_slice() {
        [] | [_] => true,
        [.., left, end] if left < end => value > *end,
        [.., end] => value < *end,
    };
    if fits {
        list.push(value);
        return (list, 0);
    }
    let highest = list.iter().max().copied().unwrap_or(0);
    (vec![value], u32::try_from(list.len()).unwrap() * u32::from(highest))
}

/// §9 as written: every place at which the list stays in order, in its direction.
fn sort_by_the_book(list: &[u8], value: u8) -> Vec<Vec<u8>> {
    if list.len() == 1 {
        return vec![vec![value, list[0]]];
    }
    let rises = list[0] < list[1];
    let mut found = Vec::new();
    for place in 0..=list.len() {
        let mut longer = list.to_vec();
        longer.insert(place, value);
        let keeps = longer.windows(2).all(|pair| (pair[0] < pair[1]) == rises);
        if keeps {
            found.push(longer);
        }
    }
    found
}

/// Every strictly rising or falling list of the values 1 to 12, of at most `longest` tiles.
fn all_lists(longest: u32) -> Vec<Vec<u8>> {
    let mut lists = vec![Vec::new()];
    for bits in 1u16..1 << 12 {
        if bits.count_ones() > longest {
            continue;
        }
        let rising: Vec<u8> = (1..=12).filter(|value| bits & (1 << (value - 1)) != 0).collect();
        let falling: Vec<u8> = rising.iter().rev().copied().collect();
        if rising.len() > 1 {
            lists.push(falling);
        }
        lists.push(rising);
    }
    lists
}

/// §9: appending, for every herd and every tile that is not in it.
#[test]
fn s09_append_by_the_book() {
    let mut tried = 0;
    for list in all_lists(12) {
        for value in (1..=12).filter(|value| !list.contains(value)) {
            let mut found = herd(&list);
            let sold = found.append(value);
            let (wanted, pesos) = append_by_the_book(list.clone(), value);
            assert_eq!(shown(&found), wanted, "{list:?} + {value}");
            assert_eq!(sold.map_or(0, |herd| herd.price()), pesos, "{list:?} + {value}");
            tried += 1;
        }
    }
    println!("{tried} cases");
    assert!(tried > 40_000);
}

/// §9: there is exactly one place to sort a tile in, and it is found.
#[test]
fn s09_sort_by_the_book() {
    let mut tried = 0;
    for list in all_lists(12).into_iter().filter(|list| !list.is_empty()) {
        for value in (1..=12).filter(|value| !list.contains(value)) {
            let wanted = sort_by_the_book(&list, value);
            assert_eq!(wanted.len(), 1, "{list:?}");
            let mut found = herd(&list);
            let pointless = found.is_sorting_pointless(value);
            assert_eq!(
                pointless,
                list.len() > 1 && append_by_the_book(list.clone(), value).0 == wanted[0]
            );
            found.sort_in(value);
            assert_eq!(shown(&found), wanted[0], "{list:?} + {value}");
            tried += 1;
        }
    }
    assert!(tried > 40_000);
    assert!(herd(&[]).is_sorting_pointless(5), "an empty herd");
}

/// §9: taking a tile out keeps the rest in order; one tile has no direction any more.
#[test]
fn s09_take_out() {
    for list in all_lists(5).into_iter().filter(|list| !list.is_empty()) {
        for value in list.clone() {
            let mut found = herd(&list);
            found.take_out(value);
            let rest: Vec<u8> = list.iter().copied().filter(|v| *v != value).collect();
            assert_eq!(shown(&found), rest);
            assert!(!found.falls() || rest.len() > 1);
        }
    }
}

/// §9: a herd is worth its tiles times its highest value.
#[test]
fn s09_price() {
    assert_eq!(herd(&[12, 8, 6, 5]).price(), 48);
    assert_eq!(herd(&[9]).price(), 9);
    assert_eq!(herd(&[]).price(), 0);
    assert_eq!(herd(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).price(), 144);
}

/// §9: herds of different races do not touch each other.
#[test]
fn s09_a_herd_a_race() {
    let mut herds = Herds::default();
    for race in Race::all() {
        let tiles: Tiles = [2, 5].map(|value| Tile::of(race, value + race.0)).into_iter().collect();
        herds.put(Herd::laid_out(race, tiles, race.0 % 2 == 1));
    }
    for herd in herds.iter() {
        let values = [2 + herd.race.0, 5 + herd.race.0];
        let rising = shown(&herd) == values;
        assert_eq!(rising, herd.race.0 % 2 == 0);
        assert_eq!(herd.falls(), !rising);
    }
    herds.put(Herd::empty(Race(3)));
    assert_eq!(herds.iter().count(), 4);
}

/// §9: in play every herd has one spelling: the direction bit of a herd of fewer than two tiles is never set.
#[test]
fn s09_one_spelling_a_herd() {
    random_positions(20, |position| {
        for player in &position.state().players {
            for race in Race::all() {
                let herd = player.herds.herd(race);
                assert!(!herd.falls() || herd.len() > 1, "{:?}", player.herds);
            }
        }
    });
}
