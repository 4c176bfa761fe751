//! "Did you mean": the name that a typing mistake was probably for.

/// Similarity from which a name is offered; clap uses the same measure.
const SIMILARITY_MIN: f64 = 0.75;

/// The nearest of the known names, where one is near.
pub(crate) fn nearest<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let given = given.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&given, &name.to_lowercase()), name))
        .filter(|(similarity, _)| *similarity >= SIMILARITY_MIN)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

/// `; did you mean "name"?`, or nothing.
pub(crate) fn hint<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    nearest(given, known)
        .map(|near| format!("; did you mean {near:?}?"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_near_names_only() {
        let known = ["console", "json", "junit"];
        assert_eq!(nearest("jsno", known), Some("json"));
        assert_eq!(nearest("JUnit", known), Some("junit"));
        assert_eq!(nearest("xml", known), None);
        assert_eq!(hint("consle", known), "; did you mean \"console\"?");
    }
}
