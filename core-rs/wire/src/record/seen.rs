//! A line of a record that keeps to one viewer's sight: what that viewer was told of one event.

use ludoteca_rules::{Deed, Fact, Joined, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::line::{action_json, arg_json};
use crate::game::GameWire;
use crate::notice::Told;

/// One notice, and what it changed in the view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen {
    pub(super) seq: u64,
    pub(super) at_ms: u64,
    pub(super) kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<u32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) by_clock: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bot: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) action: Option<Map<String, Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to_seq: Option<u64>,
    /// What happened in one sentence.
    pub(super) text: String,
    pub(super) facts: Vec<Value>,
    /// The fields of the view that are others than after the line before.
    pub(super) view: Map<String, Value>,
    pub(super) view_digest: String,
}

impl Seen {
    /// What `viewer` was told. `view` is the view after the line before; it becomes the one after this line.
    pub(super) fn of<G: GameWire>(
        told: &Told<'_, G>,
        viewer: Viewer,
        view: &mut Map<String, Value>,
    ) -> Self {
        let notice = told.notice(viewer, true);
        let after = view_json(told, viewer);
        let changed = after.iter().filter(|(name, value)| view.get(*name) != Some(value));
        let mut news: Map<String, Value> =
            changed.map(|(name, value)| (name.clone(), value.clone())).collect();
        for gone in view.keys().filter(|name| !after.contains_key(*name)) {
            news.insert(gone.clone(), Value::Null);
        }
        *view = after;
        let holder = match &told.event.deed {
            Deed::Joined(Joined { holder, .. }) => Some(holder),
            Deed::Created(_)
            | Deed::Left { .. }
            | Deed::Started { .. }
            | Deed::Acted { .. }
            | Deed::TakenBack { .. }
            | Deed::Resigned { .. }
            | Deed::TimedOut { .. }
            | Deed::Abandoned => None,
        };
        let facts = told.report.facts_for(viewer).zip(&notice.facts);
        Self {
            seq: notice.seq,
            at_ms: notice.at_ms,
            kind: notice.kind.clone(),
            seat: notice.seat,
            by_clock: notice.by_clock,
            name: holder.map(|holder| holder.name.clone()),
            bot: holder.map(|holder| holder.bot),
            action: told
                .seen(viewer)
                .map(|action| action_json(&G::form(&told.after.rules().content, &action))),
            to_seq: (notice.to_seq > 0).then_some(notice.to_seq),
            text: notice.sentence.as_ref().map(|s| s.text.clone()).unwrap_or_default(),
            facts: facts.map(|(fact, said)| fact_json(fact, said)).collect(),
            view: news,
            view_digest: format!("{:016x}", notice.view_digest),
        }
    }
}

fn view_json<G: GameWire>(told: &Told<'_, G>, viewer: Viewer) -> Map<String, Value> {
    let view = told.after.view(viewer).map(|view| told.host.view_any(told.after, &view));
    match view.map(|any| told.host.schema.view_json(&any.value)) {
        Some(Value::Object(fields)) => fields,
        Some(_) | None => Map::new(),
    }
}

fn fact_json(fact: &Fact, said: &crate::pb::ludoteca::v1::Fact) -> Value {
    let args = fact.sentence.args.iter().map(|(name, arg)| ((*name).to_owned(), arg_json(arg)));
    let text = said.sentence.as_ref().map(|sentence| sentence.text.as_str()).unwrap_or_default();
    let mut json = json!({
        "key": fact.sentence.key,
        "args": Value::Object(args.collect()),
        "text": text,
    });
    for (name, anchor) in [("from", &fact.from), ("to", &fact.to)] {
        if let Some(anchor) = anchor {
            json[name] = Value::from(anchor.0.clone());
        }
    }
    if let Some(amount) = fact.amount {
        json["amount"] = Value::from(amount);
    }
    json
}
