-- Every table with rows of websites, in the order in which they are erased, and how each is sliced.
SELECT relation::text AS relation, slicing FROM website_tables()
