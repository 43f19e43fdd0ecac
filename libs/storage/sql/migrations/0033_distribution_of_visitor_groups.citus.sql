-- Groups of visitors stand beside the other rows of their websites, so that a day is judged on one
-- node.
SELECT create_distributed_table('visitor_groups', 'website_id', colocate_with => 'visits');
