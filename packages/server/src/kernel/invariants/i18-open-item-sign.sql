-- 应收应付余额 = 原额 − 核销 − 优惠，且与原额同号或为零
select org_id, bill_no, side, original, written_off, discounted, balance from open_item
where group_id = $1 and (balance <> original - written_off - discounted or sign(balance) not in (0, sign(original)))
