// Every text of the page in English: a language is a file like this one. A key says what its text is
// for, below the part of the page that shows it. A text with values is a function of them, so that it
// can put them where the language wants them; numbers come as numbers.
//
// Elements in a text are tags, such as `<link>…</link>`, which `Rich` draws. What strangers wrote
// never stands in a text with tags: it is an element of its own, such as `<path/>`.

export const EN = {};
