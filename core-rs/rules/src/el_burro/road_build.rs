//! Makes the road of its spelling: next spaces, junctions, elements, docks (`rules.md` §11.1).

use super::content_file::{ElementEntry, File, RoadSpaceEntry};
use super::content_lists::{Checked, ensure, exactly, find, ids};
use super::effects_build::Builder;
use super::ids::{Branch, DOCKS, ROAD_SPACES};
use super::road::{ELEMENTS, Element, ElementKind, Next, Road, RoadSpacePlan, Section};
use super::things::{Dock, Market, RoadSpace};

/// The road.
pub(super) fn road(file: &File, b: &mut Builder) -> Checked<Road> {
    let names: [String; ROAD_SPACES] =
        ids("road_space", file.road_space.iter().map(|space| &space.id))?;
    let entries = &file.road_space;
    let (mut spaces, mut elements) = (Vec::with_capacity(ROAD_SPACES), Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        let here = RoadSpace(u8::try_from(index).map_err(|_| "too many spaces")?);
        let first = u8::try_from(elements.len()).map_err(|_| "too many elements")?;
        for spelt in &entry.elements {
            elements.push(element(file, entry, spelt, here)?);
        }
        let before = entries[..index].iter().filter(|other| other.section == entry.section);
        let place = u8::try_from(before.count()).map_err(|_| "a section too long")?;
        spaces.push(RoadSpacePlan {
            id: entry.id.clone(),
            name: entry.name.clone(),
            text: entry.text.clone(),
            number: entry.number,
            section: section(entry)?,
            place,
            next: next(entry, entries, &names)?,
            first_element: first,
            element_count: u8::try_from(entry.elements.len()).map_err(|_| "too many elements")?,
            effects: b.list(&entry.effects)?,
            barrier: entry.barrier,
            dock: dock(entry)?,
            prestige: entry.prestige.unwrap_or(0),
        });
    }
    ensure(elements.len() <= ELEMENTS, || "road_space: too many elements".to_owned())?;
    close_other_sections(&spaces, &mut elements);
    let docks: Vec<RoadSpace> =
        RoadSpace::all().filter(|space| spaces[space.index()].dock.is_some()).collect();
    let in_order =
        docks.iter().zip(0..).all(|(space, n)| spaces[space.index()].dock == Some(Dock(n)));
    ensure(in_order && docks.len() == file.road.docks, || "road_space: the docks".to_owned())?;
    let is_start = |space: &&RoadSpacePlan| space.section == Section::Start;
    let starts = spaces.iter().take_while(is_start).count();
    ensure(spaces.iter().filter(is_start).count() == starts, || "the starting spaces".to_owned())?;
    let road = Road {
        spaces: exactly("road_space", spaces)?,
        elements,
        docks: exactly::<_, DOCKS>("docks", docks)?,
        starts: u8::try_from(starts).map_err(|_| "too many starting spaces")?,
    };
    check_numbers(file, &road)?;
    Ok(road)
}

fn section(entry: &RoadSpaceEntry) -> Checked<Section> {
    Ok(match (entry.section.as_str(), branch(entry)) {
        ("start", _) => Section::Start,
        ("main", _) => Section::Main,
        ("harbour", _) => Section::Harbour,
        (_, Some(branch)) => Section::Branch(branch),
        (other, None) => return Err(format!("{}: section {other}", entry.id)),
    })
}

/// The branch that a section name like `6_long` names.
fn branch(entry: &RoadSpaceEntry) -> Option<Branch> {
    let (area, branch) = entry.section.split_once('_')?;
    Branch::from_id(branch).filter(|_| area == entry.number.to_string())
}

fn next(entry: &RoadSpaceEntry, all: &[RoadSpaceEntry], names: &[String]) -> Checked<Next> {
    let space = |id: &String| find(names, id).map(RoadSpace);
    match &entry.next[..] {
        [] => Ok(Next::End),
        [one] => Ok(Next::One(space(one)?)),
        [one, two] => {
            let (one, two) = (space(one)?, space(two)?);
            let branches = [branch(&all[one.index()]), branch(&all[two.index()])];
            match branches {
                [Some(Branch::Long), Some(Branch::Short)] => {
                    Ok(Next::Junction { short: two, long: one })
                }
                [Some(Branch::Short), Some(Branch::Long)] => {
                    Ok(Next::Junction { short: one, long: two })
                }
                [Some(_) | None, Some(_) | None] => Err(format!("{}: no junction", entry.id)),
            }
        }
        _ => Err(format!("{}: more than two ways on", entry.id)),
    }
}

fn dock(entry: &RoadSpaceEntry) -> Checked<Option<Dock>> {
    let Some(number) = entry.dock else { return Ok(None) };
    let dock = number.checked_sub(1).and_then(|index| Dock::at(index.into()));
    dock.map(Some).ok_or_else(|| format!("{}: dock {number}", entry.id))
}

fn element(
    file: &File,
    entry: &RoadSpaceEntry,
    spelt: &ElementEntry,
    space: RoadSpace,
) -> Checked<Element> {
    let ElementEntry { kind, donkeys, market } = spelt;
    let kind = match (kind.as_str(), market) {
        ("milestone", None) => ElementKind::Milestone,
        ("trough", None) => ElementKind::Trough,
        ("market", Some(id)) => {
            let index = file.local_market.iter().position(|market| market.id == *id);
            let market = index.and_then(Market::at).ok_or_else(|| format!("no market {id}"))?;
            let place = file.local_market[market.index()].road_space.as_deref();
            ensure(place == Some(&entry.id), || format!("{id} does not lie on {}", entry.id))?;
            ensure(*donkeys == 1, || format!("{id}: one donkey unlocks a market"))?;
            ElementKind::Market(market)
        }
        (other, _) => return Err(format!("{}: an element {other}", entry.id)),
    };
    ensure((1..=2).contains(donkeys), || format!("{}: {donkeys} donkeys", entry.id))?;
    Ok(Element { kind, two_donkeys: *donkeys == 2, space, closed_by: 0 })
}

/// One-donkey elements of the two sections of an area close each other (§11.3).
fn close_other_sections(spaces: &[RoadSpacePlan], elements: &mut [Element]) {
    let all = elements.to_vec();
    for element in elements.iter_mut().filter(|element| !element.two_donkeys) {
        let here = &spaces[element.space.index()];
        for (number, other) in all.iter().enumerate().filter(|(_, other)| !other.two_donkeys) {
            let there = &spaces[other.space.index()];
            if there.number == here.number && there.section != here.section {
                element.closed_by |= 1 << number;
            }
        }
    }
}

/// What the file says of the road as a whole.
fn check_numbers(file: &File, road: &Road) -> Checked<()> {
    let said = &file.road;
    let numbers = || road.spaces.iter().map(|space| space.number);
    let ends = (numbers().min(), numbers().max()) == (Some(said.first), Some(said.last));
    let in_harbour = |space: &RoadSpacePlan| space.number == said.harbour_number;
    let harbour = road.spaces.iter().all(|space| {
        in_harbour(space) == (space.section == Section::Harbour)
            && in_harbour(space) == space.dock.is_some()
    });
    let mut junctions: Vec<u8> = road
        .spaces
        .iter()
        .filter(|space| matches!(space.section, Section::Branch(_)))
        .map(|space| space.number)
        .collect();
    junctions.dedup();
    let with_elements = junctions.iter().copied().filter(|number| {
        road.spaces.iter().any(|space| space.number == *number && space.element_count > 0)
    });
    let with_elements = with_elements.eq(said.element_junctions.iter().copied());
    let barred = road.spaces.iter().filter(|space| space.barrier.is_some());
    let mut barred = barred.map(|space| space.number);
    let barred = barred.all(|number| number == said.barrier_area);
    let fits = ends && harbour && barred && junctions == said.junction_areas && with_elements;
    ensure(fits, || "road: its numbers do not fit the spaces".to_owned())?;
    let unlocked = file.local_market.iter().zip(Market::all()).all(|(market, index)| {
        let element = road.market_element(index).and_then(|e| road.elements.get(usize::from(e)));
        let number = element.map_or(said.first, |element| road.space(element.space).number);
        market.unlocked_at_start == element.is_none() && market.number == number
    });
    ensure(unlocked, || "local_market: each is unlocked at the start or on the road".to_owned())
}
