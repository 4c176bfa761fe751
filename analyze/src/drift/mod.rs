mod limits;
pub mod text;
