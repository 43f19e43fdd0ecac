-- Every table with rows of websites, in the order of erasing, and how each is sliced.
SELECT relation::text AS relation, slicing FROM website_tables()
