//! SQL, of whatever database.

use super::super::table::{C_COMMENT, Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Type};

pub(super) static SQL: Language = Language {
    words: &[
        (
            Keyword,
            "add after all alter analyze and any as asc authorization before begin between by call \
             cascade case check collate column commit concurrently constraint copy create cross \
             current cursor database declare default deferrable delete desc distinct do domain drop \
             each else elsif end escape except exception exclude execute exists explain extension \
             external fetch for foreign from full function grant group having if ilike in index \
             inherits inner insert intersect into is isnull join key language lateral left like \
             limit loop materialized merge minus natural new not nothing notnull of offset on only \
             or order outer over partition perform policy primary procedure raise recursive \
             references rename replace restrict return returning returns revoke right rollback row \
             rows rule schema select sequence set some strict table temp temporary then to \
             transaction trigger truncate type union unique update using vacuum values view volatile \
             when where while window with without immutable stable handler operator class aggregate \
             cast parallel owner grant owned grants",
        ),
        (Constant, "true false null unknown"),
        (
            Type,
            "bigint binary bit blob boolean bool bytea char character clob date datetime decimal \
             double enum float inet int integer interval json jsonb longtext mediumint money nchar \
             number numeric nvarchar precision real serial smallint text time timestamp timestamptz \
             tinyint uuid varbinary varchar varying void",
        ),
    ],
    any_case: true,
    line_comments: &["--"],
    block_comments: C_COMMENT,
    strings: &[
        Text {
            lines: true,
            escape: Escape::Doubled,
            ..SINGLE_QUOTED
        },
        Text {
            escape: Escape::Doubled,
            ..QUOTED
        },
        Text {
            open: "`",
            close: "`",
            escape: Escape::None,
            ..QUOTED
        },
    ],
    name,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    match word.listed {
        Some(class) if !word.follows(&["."]) => Some(class),
        _ if word.touches("(") => Some(Function),
        _ => None,
    }
}
