//! A value that may be switched with `true` and `false`, or given in full.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// `false`, `true` (the defaults of `T`), or a map with the keys of `T`.
///
/// Read by hand, since an untagged enum would lose the place of an error inside the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch<T> {
    /// `false`
    Off,
    /// `true`, or a map.
    On(T),
}

impl<T: Default> Default for Switch<T> {
    fn default() -> Self {
        Self::On(T::default())
    }
}

impl<T> Switch<T> {
    /// The settings, where it is on.
    pub fn on(&self) -> Option<&T> {
        match self {
            Self::Off => None,
            Self::On(settings) => Some(settings),
        }
    }
}

impl<T: Serialize> Serialize for Switch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Off => serializer.serialize_bool(false),
            Self::On(settings) => settings.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for Switch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SwitchVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + Default> Visitor<'de> for SwitchVisitor<T> {
            type Value = Switch<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false or a map")
            }

            fn visit_bool<E>(self, on: bool) -> Result<Switch<T>, E> {
                Ok(if on { Switch::On(T::default()) } else { Switch::Off })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Switch<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Switch::On)
            }
        }

        deserializer.deserialize_any(SwitchVisitor(PhantomData))
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Switch<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Switch_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let settings = generator.subschema_for::<T>();
        schemars::json_schema!({ "anyOf": [{ "type": "boolean" }, settings] })
    }
}
