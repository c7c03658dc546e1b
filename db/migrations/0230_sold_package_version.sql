-- Which version of a package a draft of its sale was saved with: one whose package was changed since is saved anew.
alter table money_slip add column card_package_version int;
