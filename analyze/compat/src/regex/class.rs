//! Sets of code points.

/// Code points as sorted, disjoint, inclusive ranges; surrogates are never members.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CharSet(Vec<(u32, u32)>);

const LAST: u32 = 0x10_FFFF;

impl CharSet {
    pub(crate) fn empty() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn any() -> Self {
        Self::of(&[(0, LAST)])
    }

    pub(crate) fn single(c: u32) -> Self {
        Self::of(&[(c, c)])
    }

    /// The union of ranges in any order.
    pub(crate) fn of(ranges: &[(u32, u32)]) -> Self {
        let mut sorted: Vec<(u32, u32)> = Vec::new();
        for &(lo, hi) in ranges {
            if lo < 0xD800 {
                sorted.push((lo, hi.min(0xD7FF)));
            }
            if hi > 0xDFFF {
                sorted.push((lo.max(0xE000), hi));
            }
        }
        sorted.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (lo, hi) in sorted {
            match merged.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => merged.push((lo, hi)),
            }
        }
        Self(merged)
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        let mut all = self.0.clone();
        all.extend_from_slice(&other.0);
        Self::of(&all)
    }

    pub(crate) fn negate(&self) -> Self {
        let mut gaps = Vec::new();
        let mut from = 0;
        for &(lo, hi) in &self.0 {
            if lo > from {
                gaps.push((from, lo - 1));
            }
            from = hi + 1;
        }
        if from <= LAST {
            gaps.push((from, LAST));
        }
        Self::of(&gaps)
    }

    pub(crate) fn contains(&self, c: u32) -> bool {
        let at = self.0.partition_point(|&(_, hi)| hi < c);
        self.0.get(at).is_some_and(|&(lo, _)| lo <= c)
    }

    pub(crate) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// `\d`
    pub(crate) fn digit() -> Self {
        Self::of(&[(0x30, 0x39)])
    }

    /// `\w`
    pub(crate) fn word() -> Self {
        Self::of(&[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
    }

    /// `\s`: white space and line terminators of ECMA-262.
    pub(crate) fn space() -> Self {
        Self::of(&[
            (0x09, 0x0D),
            (0x20, 0x20),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ])
    }

    /// `.`: everything but line terminators.
    pub(crate) fn dot() -> Self {
        Self::of(&[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]).negate()
    }

    /// `\p{…}`, by the tables of `regex-syntax`.
    pub(crate) fn property(name: &str) -> Option<Self> {
        let hir = regex_syntax::parse(&format!("\\p{{{name}}}")).ok()?;
        match hir.kind() {
            regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class)) => {
                let ranges: Vec<_> = class
                    .ranges()
                    .iter()
                    .map(|range| (u32::from(range.start()), u32::from(range.end())))
                    .collect();
                Some(Self::of(&ranges))
            }
            regex_syntax::hir::HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                Some(Self::single(u32::from(text.chars().next()?)))
            }
            _ => None,
        }
    }

    /// A readable member, where there is one.
    pub(crate) fn representative(&self) -> Option<char> {
        const LIKED: &[(u32, u32)] = &[
            (0x61, 0x7A),
            (0x30, 0x39),
            (0x41, 0x5A),
            (0x5F, 0x5F),
            (0x2D, 0x2D),
            (0x20, 0x7E),
            (0xE9, 0xFF),
        ];
        for &(lo, hi) in LIKED {
            for &(from, to) in &self.0 {
                let (from, to) = (from.max(lo), to.min(hi));
                if from <= to {
                    return char::from_u32(from);
                }
            }
        }
        self.0.first().and_then(|&(lo, _)| char::from_u32(lo))
    }
}
