//! The messages of one game by reflection: options as pairs, any message as JSON.
//!
//! What is rare goes through here, so that a game need not spell it out a second time.

use prost_reflect::{
    DescriptorPool, DeserializeOptions, DynamicMessage, Kind, MessageDescriptor, SerializeOptions,
    Value,
};

use crate::error::Error;

const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// Every message of `proto/`.
///
/// # Panics
/// If the embedded descriptors are broken: the build made them.
pub(crate) fn pool() -> DescriptorPool {
    match DescriptorPool::decode(DESCRIPTORS) {
        Ok(pool) => pool,
        Err(error) => panic!("the embedded descriptors are broken: {error}"),
    }
}

/// The three messages of a game.
#[derive(Debug, Clone)]
pub(crate) struct Schema {
    options: MessageDescriptor,
    action: MessageDescriptor,
    view: MessageDescriptor,
}

impl Schema {
    /// The messages of the game whose package is `package`.
    ///
    /// # Panics
    /// If the package lacks one of them.
    pub(crate) fn new(pool: &DescriptorPool, package: &str) -> Self {
        let find = |name: &str| match pool.get_message_by_name(&format!("{package}.{name}")) {
            Some(descriptor) => descriptor,
            None => panic!("{package} has no message {name}"),
        };
        Self { options: find("Options"), action: find("Action"), view: find("View") }
    }

    /// The full name of the options message.
    pub(crate) fn options_type(&self) -> &str {
        self.options.full_name()
    }

    /// Whether the options message has this option.
    pub(crate) fn has_option(&self, id: &str) -> bool {
        self.options.get_field_by_name(id).is_some()
    }

    /// Options as given in a message: id and value as text. A field that the message does not know
    /// is given under its number, for the rules to refuse.
    ///
    /// # Errors
    /// The bytes are no such message.
    pub(crate) fn given(&self, bytes: &[u8]) -> Result<Vec<(String, String)>, Error> {
        let message = DynamicMessage::decode(self.options.clone(), bytes)
            .map_err(|why| Error::malformed("Options", why))?;
        let mut given: Vec<_> = message
            .fields()
            .filter_map(|(field, value)| Some((field.name().to_owned(), text(value)?)))
            .collect();
        given.extend(message.unknown_fields().map(|f| (f.number().to_string(), String::new())));
        Ok(given)
    }

    /// The options message of resolved options. A value that its field cannot hold is left out.
    pub(crate) fn options(&self, resolved: &[(String, String)]) -> Vec<u8> {
        let mut message = DynamicMessage::new(self.options.clone());
        for (id, text) in resolved {
            let Some(field) = self.options.get_field_by_name(id) else { continue };
            if let Some(value) = value(&field.kind(), text) {
                message.set_field(&field, value);
            }
        }
        prost::Message::encode_to_vec(&message)
    }

    /// A view as JSON under the names of its message.
    pub(crate) fn view_json(&self, bytes: &[u8]) -> serde_json::Value {
        let Ok(message) = DynamicMessage::decode(self.view.clone(), bytes) else {
            return serde_json::Value::Null;
        };
        let options = SerializeOptions::new()
            .stringify_64_bit_integers(false)
            .use_proto_field_name(true)
            .skip_default_fields(false);
        message
            .serialize_with_options(serde_json::value::Serializer, &options)
            .unwrap_or(serde_json::Value::Null)
    }

    /// The bytes of the action message whose JSON is `{name: params}`.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn action(&self, json: &serde_json::Value) -> Result<Vec<u8>, String> {
        let options = DeserializeOptions::new().deny_unknown_fields(true);
        DynamicMessage::deserialize_with_options(self.action.clone(), json, &options)
            .map(|message| prost::Message::encode_to_vec(&message))
            .map_err(|error| error.to_string())
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Bool(flag) => Some(flag.to_string()),
        Value::I32(number) => Some(number.to_string()),
        Value::I64(number) => Some(number.to_string()),
        Value::U32(number) => Some(number.to_string()),
        Value::U64(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::F32(_)
        | Value::F64(_)
        | Value::Bytes(_)
        | Value::EnumNumber(_)
        | Value::Message(_)
        | Value::List(_)
        | Value::Map(_) => None,
    }
}

fn value(kind: &Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::String => Some(Value::String(text.to_owned())),
        Kind::Bool => text.parse().ok().map(Value::Bool),
        Kind::Uint32 | Kind::Fixed32 => text.parse().ok().map(Value::U32),
        Kind::Uint64 | Kind::Fixed64 => text.parse().ok().map(Value::U64),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => text.parse().ok().map(Value::I32),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => text.parse().ok().map(Value::I64),
        Kind::Double | Kind::Float | Kind::Bytes | Kind::Message(_) | Kind::Enum(_) => None,
    }
}
