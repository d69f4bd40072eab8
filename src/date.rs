//! Points in time as the data set writes them (RFC 3339), and as people read them.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Milliseconds since 1970, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i64);

impl Date {
    /// Reads `2026-09-11T21:06:21.487Z`; any offset is taken, fractions below a millisecond fall away.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse::<Timestamp>()
            .ok()
            .map(|at| Self(at.as_millisecond()))
    }

    /// The day, for people: `11 Sep 2026`.
    pub fn day(self) -> String {
        let day = self.civil();
        let month = MONTHS[usize::from(day.month().unsigned_abs() - 1)];
        format!("{} {month} {}", day.day(), day.year())
    }

    /// The day, for machines: `2026-09-11`.
    pub fn iso_day(self) -> String {
        self.civil().date().to_string()
    }

    /// As a calendar and a clock show it in UTC.
    fn civil(self) -> DateTime {
        let at = Timestamp::from_millisecond(self.0).unwrap_or_default();
        Offset::UTC.to_datetime(at)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}Z", self.civil())
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("a date is written as in RFC 3339"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_and_written() {
        let date = Date::parse("2026-09-11T21:06:21.487Z").unwrap();
        assert_eq!(date.day(), "11 Sep 2026");
        assert_eq!(date.iso_day(), "2026-09-11");
        assert_eq!(date.to_string(), "2026-09-11T21:06:21.487Z");
        assert_eq!(Date::parse("2026-09-11T23:06:21.487+02:00"), Some(date));
        assert_eq!(Date::parse("yesterday"), None);
        let early = Date::parse("0042-03-04T00:00:00Z").unwrap();
        assert_eq!(
            (early.day(), early.iso_day(), early.to_string()),
            (
                "4 Mar 42".into(),
                "0042-03-04".into(),
                "0042-03-04T00:00:00.000Z".into()
            )
        );
    }
}
