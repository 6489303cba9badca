//! The words in which actions are asked for, learnt from legal ones: makes all the others too.

use ludoteca_rules::{Arg, Form, Playout};

use super::live::choose;

/// Every action's name with the values that each of its parameters has had.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    actions: Vec<Known>,
}

#[derive(Debug)]
struct Known {
    name: String,
    params: Vec<(String, Vec<Arg>)>,
}

impl Known {
    fn size(&self) -> usize {
        self.params.iter().map(|(_, values)| values.len()).product()
    }
}

impl Vocabulary {
    /// Takes in the words of a form.
    pub(crate) fn learn(&mut self, form: &Form) {
        let names = || form.params.iter().map(|(name, _)| name);
        let same = |known: &Known| {
            known.name == form.name && known.params.iter().map(|(name, _)| name).eq(names())
        };
        let index = self.actions.iter().position(same).unwrap_or(self.actions.len());
        if index == self.actions.len() {
            let params = names().map(|name| (name.clone(), Vec::new())).collect();
            self.actions.push(Known { name: form.name.clone(), params });
        }
        for ((_, values), (_, value)) in self.actions[index].params.iter_mut().zip(&form.params) {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
    }

    /// How many forms can be made of the words.
    pub(crate) fn size(&self) -> usize {
        self.actions.iter().map(Known::size).sum()
    }

    /// Every form that can be made of the words.
    pub(crate) fn all(&self) -> impl Iterator<Item = Form> + '_ {
        self.actions.iter().flat_map(|known| {
            (0..known.size()).map(move |mut number| {
                let mut next = |(name, values): &(String, Vec<Arg>)| {
                    let value = values[number % values.len()].clone();
                    number /= values.len();
                    (name.clone(), value)
                };
                Form {
                    name: known.name.clone(),
                    params: known.params.iter().map(&mut next).collect(),
                }
            })
        })
    }

    /// A form of known words, put together at random.
    pub(crate) fn random(&self, chance: &mut Playout) -> Option<Form> {
        let known = choose(chance, &self.actions)?;
        let mut params = Vec::new();
        for (name, values) in &known.params {
            params.push((name.clone(), choose(chance, values)?.clone()));
        }
        Some(Form { name: known.name.clone(), params })
    }

    /// A form with something wrong in it.
    pub(crate) fn damaged(&self, chance: &mut Playout) -> Option<Form> {
        let mut form = self.random(chance)?;
        let count = u32::try_from(form.params.len()).unwrap_or(0);
        let at = if count == 0 { 0 } else { chance.below(count) as usize };
        match chance.below(6) {
            0 => form.name.push('x'),
            1 => form.name = String::new(),
            2 => form.params.push(("more".into(), Arg::Number(-1))),
            3 if count > 0 => drop(form.params.remove(at)),
            4 if count > 0 => form.params[at].0.push('x'),
            _ if count > 0 => form.params[at].1 = damage(&form.params[at].1, chance),
            _ => form.params.push((String::new(), Arg::Flag(false))),
        }
        Some(form)
    }
}

/// Another value than `arg`, mostly of a kind that makes no sense there.
fn damage(arg: &Arg, chance: &mut Playout) -> Arg {
    match (chance.below(4), arg) {
        (0, Arg::Id { kind, id }) => Arg::Id { kind, id: format!("{id}x") },
        (0, Arg::Number(number)) => Arg::Number(number.wrapping_add(1_000_000)),
        (1, _) => Arg::Number(i64::MIN),
        (2, _) => Arg::List(vec![arg.clone(), arg.clone()]),
        _ => Arg::Id { kind: "nothing", id: String::new() },
    }
}
