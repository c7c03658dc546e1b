// SQL of what claims are made of, for sheets, verdicts and lists alike (business/three-guarantees 4 and 5).

/** 行号: lines `r` of a bill counted through its tables in their order. A window over all lines of the bill. */
export const lineNoOfBill = `row_number() over (partition by r.document_id
        order by array_position(array['labour', 'materials', 'extras'], r.section), r.line_no)`

/** The same of one line, by the alias under which it stands. */
export const lineNoOf = (line: string): string => `(select count(*)::int from repair_line o
        where o.group_id = ${line}.group_id and o.document_id = ${line}.document_id
          and (array_position(array['labour', 'materials', 'extras'], o.section), o.line_no)
            <= (array_position(array['labour', 'materials', 'extras'], ${line}.section), ${line}.line_no))`

/** The code by which a manufacturer knows the work of a line `r` of a bill `b`, in force on the day of the repair; null without one. */
export const labourCodeOf = (manufacturer: string): string => `(select q.labour_code from labour_quota q
          where q.group_id = r.group_id and q.manufacturer_id = ${manufacturer} and q.service_item_id = r.service_item_id
            and q.is_active and q.valid_from <= coalesce(b.repaired_on, b.biz_date) order by q.valid_from desc limit 1)`

/** Tags of the old parts of a bill `b` that were not taken back, open to further conditions. */
export const tagsOf = `select o.tag_no from old_part o where o.group_id = b.group_id and o.bill_id = b.id and o.state <> 'dropped'`

/** Joins the latest verdict `v` that stands on a line `r` of a bill, with its document. */
export const lastVerdict = `left join lateral (
        select k.id, k.claimed_amount, k.confirmed_amount, k.rest, k.reason, k.is_appeal, q.id as confirmation_id, q.biz_date as confirmed_on
        from claim_line k
        join claim_document q on q.group_id = k.group_id and q.id = k.document_id and q.kind = 'claim_confirmation' and q.state = 'done'
        where k.group_id = r.group_id and k.bill_line_id = r.id and k.section = 'verdicts'
        order by q.posted_at desc, q.id desc limit 1
      ) v on true`

/** Whether a line `r` with its latest verdict `v` waits for one: it has none, or it is contested and not settled yet. */
export const awaitsVerdict = `(v.id is null or v.is_appeal)`
