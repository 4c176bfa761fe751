//! Line and column of many places of one text.

/// Where the lines of a text begin.
#[derive(Debug, Clone)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Reads a text once, so that each place costs a binary search.
    pub fn of(text: &'t str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self { text, starts }
    }

    /// Line and column (both from 1, column in code points) of a byte offset.
    pub fn place(&self, offset: usize) -> (u32, u32) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= end);
        let column = self.text[self.starts[line - 1]..end].chars().count() + 1;
        (
            u32::try_from(line).unwrap_or(u32::MAX),
            u32::try_from(column).unwrap_or(u32::MAX),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn places_count_from_one() {
        let lines = Lines::of("a\nél\n\nx");
        for (offset, place) in [
            (0, (1, 1)),
            (1, (1, 2)),
            (2, (2, 1)),
            (4, (2, 2)),
            (6, (3, 1)),
            (7, (4, 1)),
            (99, (4, 2)),
        ] {
            assert_eq!(lines.place(offset), place, "{offset}");
        }
    }
}
