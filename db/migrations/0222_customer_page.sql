-- A customer may have a link of each shop that he comes to.
drop index customer_link_live;
create unique index customer_link_live on customer_link (group_id, org_id, purpose, subject_id) where revoked_at is null;
