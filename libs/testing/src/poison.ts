/**
 * What makes a database refuse visits to paths that begin with `/poison`. Its function `path_of`
 * returns the path of a page. No release has either of them.
 */
export const REFUSE_POISON = `
CREATE FUNCTION path_of(page bigint) RETURNS text LANGUAGE sql AS $$ SELECT path FROM pages WHERE id = page $$;
ALTER TABLE visits ADD CONSTRAINT no_poison CHECK (path_of(page_id) NOT LIKE '/poison%')`;
