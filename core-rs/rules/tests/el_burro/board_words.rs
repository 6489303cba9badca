//! Actions of El Burro as text and back: `deliver B market_1_left 1 grape+silver`; `-` for nothing.

use ludoteca_rules::Seat;
use ludoteca_rules::el_burro::{
    Achievement, Action, Bag, Branch, Class, Content, Deck, DeliveryKind, FarmSpaces, Good, Kind,
    Means, Shape, Side, Source, Target, Track, TroughAction, Verb,
};

/// The letters in which `examples.md` writes seats.
pub(crate) const SEATS: [&str; 4] = ["A", "B", "C", "D"];

/// The seat with this letter.
pub(crate) fn seat_named(letter: &str) -> Seat {
    let place = SEATS.iter().position(|seat| *seat == letter);
    Seat(u8::try_from(place.unwrap_or_else(|| panic!("no seat {letter}"))).unwrap())
}

/// The target with this id: a slot, a market, a dock.
pub(crate) fn target(content: &Content, id: &str) -> Option<Target> {
    let slot = id.strip_prefix("slot_").and_then(|slot| slot.parse().ok()).map(Target::slot);
    let market = || content.market_of(id).map(Target::market);
    slot.or_else(market).or_else(|| content.road.dock_of(id).map(Target::dock))
}

fn target_id(content: &Content, target: Target) -> String {
    use ludoteca_rules::el_burro::TargetKind;
    match target.kind() {
        TargetKind::Slot(slot) => format!("slot_{slot}"),
        TargetKind::Market(market) => content.market_id(market).to_owned(),
        TargetKind::Dock(dock) => content.road.dock_id(dock).to_owned(),
    }
}

/// The source with this id: an acquisition slot, a market tile, the round tile.
pub(crate) fn source(content: &Content, id: &str) -> Option<Source> {
    if id == "round_tile" {
        return Some(Source::ROUND_TILE);
    }
    let slot = id.strip_prefix("acquisition_").and_then(|slot| slot.parse().ok());
    slot.map(Source::acquisition).or_else(|| content.tile_of(id).map(Source::tile))
}

fn source_id(content: &Content, source: Source) -> String {
    use ludoteca_rules::el_burro::SourceKind;
    match source.kind() {
        SourceKind::Acquisition(slot) => format!("acquisition_{slot}"),
        SourceKind::Tile(tile) => content.tile_id(tile).to_owned(),
        SourceKind::RoundTile => "round_tile".to_owned(),
    }
}

/// `grape+silver`, `-`.
pub(crate) fn bag(text: &str) -> Option<Bag> {
    let mut bag = Bag::EMPTY;
    for word in text.split('+').filter(|word| *word != "-") {
        match word {
            "silver" => bag.0[7] += 1,
            "worker" => bag.0[8] += 1,
            good => bag = bag.with(Good::from_id(good)?),
        }
    }
    Some(bag)
}

fn bag_text(bag: Bag) -> String {
    let goods = bag.each_good().map(Good::id);
    let silver = (0..bag.silver()).map(|_| "silver");
    let workers = (0..bag.workers()).map(|_| "worker");
    or_dash(&goods.chain(silver).chain(workers).collect::<Vec<_>>())
}

fn or_dash(words: &[&str]) -> String {
    if words.is_empty() { "-".to_owned() } else { words.join("+") }
}

fn spaces(content: &Content, text: &str) -> Option<FarmSpaces> {
    let mut spaces = FarmSpaces::default();
    for word in text.split('+').filter(|word| *word != "-") {
        spaces.insert(content.space_of(word)?);
    }
    Some(spaces)
}

/// The action that words name; [`Action::BadParameter`] where a parameter names nothing in the game.
pub(crate) fn parse(content: &Content, words: &str) -> Action {
    let mut words = words.split(' ');
    let name = words.next().unwrap();
    let verb = Verb::from_id(name).unwrap_or_else(|| panic!("no action {name}"));
    let rest: Vec<&str> = words.collect();
    let answer = answer(content, name, &rest).or_else(|| other(content, name, &rest));
    answer.unwrap_or(Action::BadParameter { verb: Some(verb) })
}

fn answer(content: &Content, name: &str, rest: &[&str]) -> Option<Action> {
    let first = rest.first().copied().unwrap_or_default();
    let number = || first.parse().ok();
    let good = || Good::from_id(first);
    Some(match name {
        "choose_start" => Action::ChooseStart { space: content.road.space_of(first)? },
        "run_effect" => Action::RunEffect { index: number()? },
        "choose_option" => Action::ChooseOption { index: number()? },
        "take_good" => Action::TakeGood { good: good()? },
        "pay" => Action::Pay { with: bag(first)? },
        "upgrade_good" => Action::UpgradeGood { good: good()? },
        "move_donkey" => Action::MoveDonkey { donkey: number()? },
        "take_branch" => Action::TakeBranch { branch: Branch::from_id(first)? },
        "stop_move" => Action::StopMove,
        "claim_dock" => Action::ClaimDock { boat: content.boat_of(first)? },
        "pass_dock" => Action::PassDock,
        "play_card" => Action::PlayCard {
            card: content.card_of(first)?,
            side: Side::from_id(rest[1])?,
            replace: rest.get(2).map(|slot| slot.parse().unwrap()),
        },
        "draw_card" => Action::DrawCard { deck: Deck::from_id(first)? },
        "discard_card" => Action::DiscardCard { card: content.card_of(first)? },
        "swap_card" => Action::SwapCard { card: content.card_of(first)? },
        "deliver" => Action::Deliver {
            owner: seat_named(first),
            target: target(content, rest[1])?,
            marking: rest[2].parse().ok()?,
            goods: bag(rest[3])?,
        },
        "deliver_community" => Action::DeliverCommunity { good: good()? },
        "take_reward" => Action::TakeReward { track: Track::from_id(first)? },
        "take_reward_prestige" => Action::TakeRewardPrestige,
        "place_extension" => Action::PlaceExtension { tile: content.extension_of(first)? },
        "turn_extension" => Action::TurnExtension { tile: content.extension_of(first)? },
        "recall_worker" => Action::RecallWorker { space: content.space_of(first)? },
        "score_target" => Action::ScoreTarget { target: target(content, first)? },
        "skip" => Action::Skip,
        "return_loose" => Action::ReturnLoose,
        _ => return None,
    })
}

fn other(content: &Content, name: &str, rest: &[&str]) -> Option<Action> {
    let first = rest.first().copied().unwrap_or_default();
    let good = || Good::from_id(first);
    Some(match name {
        "gain_income" => Action::GainIncome,
        "harvest" => Action::Harvest,
        "gain_offspring" => Action::GainOffspring,
        "take_die" => Action::TakeDie { face: first.parse().ok()? },
        "use_community_die" => Action::UseCommunityDie,
        "allocate_donkeys" => Action::AllocateDonkeys {
            siesta: content.donkey_of(first)?,
            donkey: content.donkey_of(rest[1])?,
            stable: content.donkey_of(rest[2])?,
            discard: if rest[3] == "none" { None } else { Some(content.donkey_of(rest[3])?) },
        },
        "activate_bonus" => Action::ActivateBonus,
        "boost" => Action::Boost { plus: first.parse().ok()? },
        "pay_workers" => Action::PayWorkers { spaces: spaces(content, first)? },
        "end_turn" => Action::EndTurn,
        "buy_good" => Action::BuyGood { good: good()?, with: Means::from_id(rest[1])? },
        "sell_good" => Action::SellGood { good: good()? },
        "upgrade_for_silver" => Action::UpgradeForSilver { good: good()? },
        "assign_worker" => Action::AssignWorker { space: content.space_of(first)? },
        "special_delivery" => Action::SpecialDelivery {
            target: target(content, first)?,
            marking: rest[1].parse().ok()?,
            goods: bag(rest[2])?,
        },
        "use_trough" => Action::UseTrough { action: TroughAction::from_id(first)? },
        "fulfil_achievement" => {
            Action::FulfilAchievement { achievement: Achievement::from_id(first)? }
        }
        "use_action" => Action::UseAction { source: source(content, first)?, with: bag(rest[1])? },
        _ => return None,
    })
}

/// The words of an action.
pub(crate) fn text(content: &Content, action: &Action) -> String {
    let name = action.verb().map_or("unknown", Verb::id);
    let rest = match *action {
        Action::ChooseStart { space } => content.road.id(space).to_owned(),
        Action::RunEffect { index } | Action::ChooseOption { index } => index.to_string(),
        Action::TakeGood { good }
        | Action::UpgradeGood { good }
        | Action::DeliverCommunity { good }
        | Action::SellGood { good }
        | Action::UpgradeForSilver { good } => good.id().to_owned(),
        Action::Pay { with } => bag_text(with),
        Action::MoveDonkey { donkey } => donkey.to_string(),
        Action::TakeBranch { branch } => branch.id().to_owned(),
        Action::ClaimDock { boat } => content.boat_id(boat).to_owned(),
        Action::PlayCard { card, side, replace } => {
            let slot = replace.map(|slot| format!(" {slot}")).unwrap_or_default();
            format!("{} {}{slot}", content.card_id(card), side.id())
        }
        Action::DrawCard { deck } => deck.id().to_owned(),
        Action::DiscardCard { card } | Action::SwapCard { card } => {
            content.card_id(card).to_owned()
        }
        Action::Deliver { owner, target, marking, goods } => {
            let (target, goods) = (target_id(content, target), bag_text(goods));
            format!("{} {target} {marking} {goods}", SEATS[owner.index()])
        }
        Action::SpecialDelivery { target, marking, goods } => {
            format!("{} {marking} {}", target_id(content, target), bag_text(goods))
        }
        Action::TakeReward { track } => track.id().to_owned(),
        Action::PlaceExtension { tile } | Action::TurnExtension { tile } => {
            content.extension_id(tile).to_owned()
        }
        Action::RecallWorker { space } | Action::AssignWorker { space } => {
            content.space_id(space).to_owned()
        }
        Action::ScoreTarget { target } => target_id(content, target),
        Action::TakeDie { face } => face.to_string(),
        Action::AllocateDonkeys { siesta, donkey, stable, discard } => {
            let ids = [siesta, donkey, stable].map(|card| content.donkey_id(card));
            let discard = discard.map_or("none", |card| content.donkey_id(card));
            format!("{} {discard}", ids.join(" "))
        }
        Action::Boost { plus } => plus.to_string(),
        Action::PayWorkers { spaces } => {
            or_dash(&spaces.iter().map(|space| content.space_id(space)).collect::<Vec<_>>())
        }
        Action::BuyGood { good, with } => format!("{} {}", good.id(), with.id()),
        Action::UseTrough { action } => action.id().to_owned(),
        Action::FulfilAchievement { achievement } => achievement.id().to_owned(),
        Action::UseAction { source, with } => {
            format!("{} {}", source_id(content, source), bag_text(with))
        }
        Action::StopMove
        | Action::PassDock
        | Action::TakeRewardPrestige
        | Action::Skip
        | Action::ReturnLoose
        | Action::GainIncome
        | Action::Harvest
        | Action::GainOffspring
        | Action::UseCommunityDie
        | Action::ActivateBonus
        | Action::EndTurn
        | Action::BadParameter { .. } => String::new(),
    };
    format!("{name} {rest}").trim_end().to_owned()
}

/// A frame: `move 2`, `upgrade 1`, `deliver either 1`, `play_card`, `place long_house`, `turn`, `take upgraded_good 1`.
pub(crate) fn kind(content: &Content, words: &str) -> Kind {
    let parts: Vec<&str> = words.split(' ').collect();
    let count = |place: usize| parts.get(place).map_or(1, |n| n.parse().unwrap());
    let shape = || parts.get(1).map(|id| Shape::from_id(id).unwrap());
    match parts[0] {
        "move" => Kind::Move { steps: count(1) },
        "upgrade" => Kind::Upgrade { left: count(1) },
        "deliver" => {
            Kind::Deliver { kind: DeliveryKind::from_id(parts[1]).unwrap(), left: count(2) }
        }
        "play_card" => Kind::PlayCard { special_free: parts.get(1) == Some(&"special_free") },
        "place" => Kind::PlaceExtension { shape: shape() },
        "turn" => Kind::TurnExtension { shape: shape() },
        "track_step" => Kind::TrackStep,
        "recall" => Kind::Recall { left: count(1) },
        "swap" => Kind::Swap { left: count(1), discarded: 0 },
        "take" => Kind::TakeGood {
            class: Class::from_id(parts[1]).unwrap(),
            left: count(2),
            taken: ludoteca_rules::el_burro::GoodSet::NONE,
            different: parts.get(3) == Some(&"different"),
        },
        "bonus" => {
            let bonus = content.bonus_of(parts[1]).unwrap();
            Kind::Seq { rest: content.bonuses[bonus.index()].part }
        }
        frame => panic!("no frame {frame}"),
    }
}
