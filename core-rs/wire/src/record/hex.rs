//! Bytes in JSON: lower-case hexadecimal.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes that are hexadecimal in a record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Hex(pub(super) Vec<u8>);

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let text: String = digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digit = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let pair = |pair: &[u8]| match pair {
            [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
            _ => None,
        };
        let bytes = text.as_bytes().chunks(2).map(pair).collect::<Option<Vec<u8>>>();
        bytes
            .map(Self)
            .ok_or_else(|| D::Error::custom("no hexadecimal digits in pairs, lower case"))
    }
}

impl Hex {
    /// The 32 bytes of a hash or a seed.
    pub(super) fn array(&self) -> Option<[u8; 32]> {
        self.0.as_slice().try_into().ok()
    }
}

impl From<[u8; 32]> for Hex {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes.to_vec())
    }
}
