import { papers as finance } from '../../finance/papers'
import { setPrintKinds } from '../../kit/print/print-kinds'
import { papers as purchasing } from '../../purchasing/papers'
import { papers as sales } from '../../sales/papers'
import { papers as warehouse } from '../../warehouse/papers'

// For the pages that keep templates.
setPrintKinds([...purchasing, ...sales, ...warehouse, ...finance])
