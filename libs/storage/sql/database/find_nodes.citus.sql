-- Whether this server is the coordinator and the nodes know it as such, and how many nodes may hold
-- shards.
SELECT
  EXISTS (
    SELECT FROM pg_dist_node n JOIN pg_dist_local_group l USING (groupid) WHERE n.groupid = 0 AND n.isactive
  ) AS coordinator,
  (SELECT count(*)::integer FROM pg_dist_node WHERE shouldhaveshards AND isactive AND noderole = 'primary') AS nodes
