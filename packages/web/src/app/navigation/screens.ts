import { screens as access } from '../../access/screens'
import { screens as basics } from '../../basics/screens'
import { screens as cards } from '../../cards/screens'
import { screens as customers } from '../../customers/screens'
import { screens as finance } from '../../finance/screens'
import { screens as imports } from '../../imports/screens'
import { allPapers, setDocumentScreens } from '../../kit/document/document-screens'
import type { Screens } from '../../kit/document/screens'
import { screens as picking } from '../../picking/screens'
import { screens as purchasing } from '../../purchasing/screens'
import { screens as repair } from '../../repair/screens'
import { screens as sales } from '../../sales/screens'
import { screens as shell } from '../../shell/screens'
import { screens as statistics } from '../../statistics/screens'
import { screens as warehouse } from '../../warehouse/screens'
import { screens as warranty } from '../../warranty/screens'

/** Pages that need every kind's papers. */
const withPapers = async <Page>(page: () => Promise<Page>): Promise<Page> => {
  const { setPrintKinds } = await import('../../kit/print/print-kinds')
  setPrintKinds(await allPapers())
  return page()
}

/** Every screen by its key; an unknown key yields nothing (business/frame 2). */
export const screens: Screens = {
  ...access,
  ...basics,
  ...cards,
  ...customers,
  ...imports,
  ...picking,
  ...purchasing,
  ...repair,
  ...sales,
  ...shell,
  ...statistics,
  ...warehouse,
  ...warranty,
  ...finance,
  Empty: { page: () => import('./empty') },
  changeOrg: { page: () => import('../sign-in/choose-org') },
  editPwd: { page: () => import('../profile/edit-password') },
  reportConfig: { page: () => withPapers(() => import('../../access/print-template/list')) },
  reportConfigAdd: { page: () => withPapers(() => import('../../access/print-template/editor')) },
}

setDocumentScreens(screens)
