-- Which states a document may have is said by the definition of its kind; the program writes no other.

alter table goods_document drop constraint goods_document_state_check;
alter table money_slip drop constraint money_slip_state_check;
