import { cardLiability, cardMovements, packageProfit, packageUses } from '@chepu/contract/cards/card-report'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { liability } from './liability'
import { movements } from './movements'
import { profits, uses } from './packages'

export function bindCardQueries(bind: Bind): void {
  bindQuery(bind, cardLiability, liability)
  bindQuery(bind, cardMovements, movements)
  bindQuery(bind, packageProfit, profits)
  bindQuery(bind, packageUses, uses)
}
