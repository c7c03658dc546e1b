-- Packages stay on the card onto which they were sold: nobody has given one on.
alter table card_package drop column is_transferable;
alter table card_item drop column is_transferable;
