//! Enums whose variants are words of a `rules.md`.

/// An enum whose variants are words of `rules.md`, in its canonical order.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $id:literal,)* }) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum $name { $($(#[$each])* #[serde(rename = $id)] $variant,)* }

        impl $name {
            /// All of them, in canonical order.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$variant),*];

            /// The word in `rules.md`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// What a word of `rules.md` means.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|word| word.id() == id)
            }

            /// The position in [`Self::ALL`].
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use words;
