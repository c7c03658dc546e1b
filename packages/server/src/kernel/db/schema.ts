// Written by tools/codegen.ts from db/migrations; do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export interface AccountLedger {
  amount: string
  balanceAfter: string
  bizDate: string
  docId: number
  docKind: string
  groupId: number
  id: Generated<number>
  orgId: number
  period: number
  postedAt: Generated<string>
  remark: Generated<string>
  reversalOf: number | null
  storeAccountId: number
}

export interface AccountPeriod {
  balance: string
  groupId: number
  month: number
  orgId: number
  storeAccountId: number
}

export interface AgencyTask {
  carNum: Generated<string>
  createdAt: Generated<string>
  doneAt: string | null
  dueOn: string
  goshop: number | null
  groupId: number
  id: Generated<number>
  message: string
  orgId: number
  outcome: string | null
  params: unknown
  screen: string | null
  source: string
  sourceId: number
  userId: number
}

export interface Announcement {
  body: Generated<string>
  createdAt: Generated<string>
  createdBy: number
  groupId: number
  id: Generated<number>
  orgId: number | null
  title: string
  version: Generated<number>
  withdrawnAt: string | null
}

export interface AppUser {
  createdAt: Generated<string>
  groupId: number
  id: number
  isActive: Generated<boolean>
  mobile: Generated<string>
  realName: string
  username: string
  version: Generated<number>
}

export interface Attachment {
  byteCount: Generated<number>
  contentType: Generated<string>
  createdAt: Generated<string>
  createdBy: number
  fileName: string
  groupId: number
  id: Generated<number>
  isSignature: Generated<boolean>
  ownerId: number
  ownerKind: string
  sha256: string | null
  storedAs: string | null
}

export interface AuditLog {
  action: string
  at: Generated<string>
  detail: unknown
  deviceId: Generated<string>
  entity: string
  entityId: number
  fromState: string | null
  groupId: number
  id: Generated<number>
  ip: Generated<string>
  orgId: number | null
  reason: Generated<string>
  requestId: Generated<string>
  toState: string | null
  userId: number | null
}

export interface BankAccount {
  columns: Generated<unknown>
  groupId: number
  orgId: number
  startOn: string
  storeAccountId: number
}

export interface BankLine {
  amount: string
  balance: string | null
  bizDate: string
  counterparty: Generated<string>
  groupId: number
  id: Generated<number>
  ignoreReason: Generated<string>
  lineNo: number
  matchId: number | null
  nth: number
  orderNo: Generated<string>
  orgId: number
  statementId: number
  storeAccountId: number
  summary: Generated<string>
  tradeNo: Generated<string>
}

export interface BankMatch {
  createdAt: Generated<string>
  creatorId: number
  groupId: number
  id: Generated<number>
  orgId: number
  storeAccountId: number
  way: string
}

export interface BankMatchEntry {
  entryId: number
  groupId: number
  matchId: number
}

export interface BankStatement {
  added: number
  createdAt: Generated<string>
  creatorId: number
  fileName: string
  fromDay: string
  groupId: number
  id: Generated<number>
  known: number
  orgId: number
  storeAccountId: number
  toDay: string
}

export interface Bay {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  kind: Generated<string>
  name: string
  nameKey: GeneratedAlways<string>
  orgId: number
  remark: Generated<string>
  sortNo: Generated<number>
  version: Generated<number>
}

export interface BookExport {
  createdAt: Generated<string>
  creatorId: number
  groupId: number
  id: Generated<number>
  month: number
  orgId: number
}

export interface BookLine {
  accountCode: string
  accountName: string
  billNo: string
  bizDate: string
  credit: string | null
  debit: string | null
  departmentId: number | null
  docId: number
  docKind: string
  exportId: number
  groupId: number
  isCorrection: boolean
  lineNo: number
  month: number
  no: number
  orgId: number
  partnerId: number | null
  summary: string
}

export interface BookSetting {
  accounts: unknown
  groupId: number
  mapping: unknown
  version: number
}

export interface Brand {
  country: Generated<string>
  groupId: number
  id: Generated<number>
  initial: Generated<string>
  initials: Generated<string>
  isActive: Generated<boolean>
  kind: Generated<string>
  name: string
  nameKey: GeneratedAlways<string>
  nameTwin: Generated<number>
  pinyin: Generated<string>
  remark: Generated<string>
  version: Generated<number>
}

export interface BusinessType {
  code: string
  countsCommission: Generated<boolean>
  countsOutput: Generated<boolean>
  defaultPayer: string
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isSystem: Generated<boolean>
  name: string
  nameKey: GeneratedAlways<string>
  qualityRuleId: number | null
  remark: Generated<string>
  sortNo: Generated<number>
  version: Generated<number>
}

export interface CarColor {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  name: string
  remark: Generated<string>
  sortNo: Generated<number>
  version: Generated<number>
}

export interface CarModel {
  displacementMl: number | null
  engineCode: Generated<string>
  fuel: Generated<string>
  gearbox: Generated<string>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  name: string
  nameKey: GeneratedAlways<string>
  nameTwin: Generated<number>
  oilSpec: Generated<string>
  oilVolume: string | null
  remark: Generated<string>
  seriesId: number
  tyreSpec: Generated<string>
  updatedAt: Generated<string>
  version: Generated<number>
  year: number
}

export interface CarSeries {
  brandId: number
  carType: Generated<string>
  groupId: number
  id: Generated<number>
  initials: Generated<string>
  isActive: Generated<boolean>
  maker: Generated<string>
  name: string
  nameKey: GeneratedAlways<string>
  nameTwin: Generated<number>
  pinyin: Generated<string>
  remark: Generated<string>
  version: Generated<number>
}

export interface CarType {
  groupId: number
  hourPrice: string | null
  id: Generated<number>
  isActive: Generated<boolean>
  name: string
  remark: Generated<string>
  sortNo: Generated<number>
  version: Generated<number>
}

export interface Card {
  cardNo: string
  cardTypeId: number
  createdAt: Generated<string>
  creatorId: number
  formerNos: Generated<string[]>
  gift: Generated<string>
  groupId: number
  id: Generated<number>
  issuedOn: string
  orgId: number
  partnerId: number
  pinHash: string | null
  points: Generated<string>
  principal: Generated<string>
  remark: Generated<string>
  state: Generated<string>
  validUntil: string | null
  vehicleId: number | null
  version: Generated<number>
}

export interface CardItem {
  allocPrice: string
  carTypeId: number | null
  cardId: number
  cardPackageId: number | null
  groupId: number
  id: Generated<number>
  kind: string
  lineNo: number
  listPrice: string
  orgId: number
  packageName: string
  partId: number | null
  serviceItemId: number | null
  slipId: number
  soldOn: string
  timesLeft: Generated<string>
  timesSold: string
  validUntil: string | null
  valueLeft: Generated<string>
  valueSold: string
  vehicleId: number | null
}

export interface CardItemLedger {
  bizDate: string
  cardId: number
  cardItemId: number
  docId: number
  docKind: string
  docLineId: number | null
  groupId: number
  id: Generated<number>
  orgId: number
  period: number
  postedAt: Generated<string>
  reversalOf: number | null
  times: string
  timesAfter: string
  value: string
  valueAfter: string
}

export interface CardItemPeriod {
  cardItemId: number
  groupId: number
  month: number
  orgId: number
  times: string
  value: string
}

export interface CardLedger {
  bizDate: string
  cardId: number
  docId: number
  docKind: string
  gift: string
  giftAfter: string
  groupId: number
  id: Generated<number>
  orgId: number
  period: number
  points: string
  pointsAfter: string
  postedAt: Generated<string>
  principal: string
  principalAfter: string
  reversalOf: number | null
}

export interface CardPackage {
  code: string
  codeKey: GeneratedAlways<string>
  groupId: number
  id: Generated<number>
  initials: Generated<string>
  isVehicleBound: Generated<boolean>
  name: string
  nameKey: GeneratedAlways<string>
  orgIds: Generated<number[]>
  pinyin: Generated<string>
  remark: Generated<string>
  salePrice: string
  state: Generated<string>
  validDays: number | null
  version: Generated<number>
}

export interface CardPackageLine {
  allocPrice: string
  allocTotal: string
  carTypeId: number | null
  groupId: number
  id: Generated<number>
  kind: string
  lineNo: number
  listPrice: string
  packageId: number
  partId: number | null
  serviceItemId: number | null
  times: string
}

export interface CardPeriod {
  cardId: number
  gift: string
  groupId: number
  month: number
  orgId: number
  points: string
  principal: string
}

export interface CardPinTry {
  cardId: number
  failures: number
  groupId: number
  lockedUntil: string | null
}

export interface CardType {
  code: string
  codeKey: GeneratedAlways<string>
  deductRule: Generated<string>
  groupId: number
  id: Generated<number>
  initials: Generated<string>
  isActive: Generated<boolean>
  isCrossOrg: Generated<boolean>
  kind: string
  labourRate: Generated<string>
  minFirstRecharge: Generated<string>
  name: string
  nameKey: GeneratedAlways<string>
  partRate: Generated<string>
  pinyin: Generated<string>
  pointsPerYuan: Generated<string>
  rechargeRules: Generated<unknown>
  remark: Generated<string>
  validDays: number | null
  version: Generated<number>
}

export interface ClaimDocument {
  approvedAt: string | null
  approverId: number | null
  billNo: string
  bizDate: string
  carrierId: number | null
  claimId: number | null
  claimedAmount: Generated<string>
  confirmedAmount: Generated<string>
  createdAt: Generated<string>
  creatorId: number
  deductedAmount: Generated<string>
  departmentId: number | null
  dueOn: string | null
  fromDay: string | null
  groupId: number
  handlerId: number | null
  id: Generated<number>
  isRed: Generated<boolean>
  kind: string
  manufacturerNo: Generated<string>
  needsInvoice: Generated<boolean>
  netAmount: Generated<string>
  oldPartsReason: Generated<string>
  orgId: number
  partnerId: number
  period: number
  postedAt: string | null
  posterId: number | null
  printCount: Generated<number>
  redOf: number | null
  remark: Generated<string>
  revision: Generated<number>
  salespersonId: number | null
  sentOn: string | null
  shippedAt: string | null
  state: string
  submittedAt: string | null
  submitterId: number | null
  toDay: string | null
  version: Generated<number>
  waybillNo: Generated<string>
}

export interface ClaimLayout {
  columns: unknown
  groupId: number
  manufacturerId: number
  name: string
  rowsOf: string
  sheetName: Generated<string>
  stations: Generated<unknown>
  version: Generated<number>
}

export interface ClaimLine {
  amount: Generated<string>
  beforeAmount: Generated<string>
  billId: number | null
  billLineId: number | null
  claimedAmount: Generated<string>
  confirmedAmount: Generated<string>
  deduction: string | null
  documentId: number
  groupId: number
  id: Generated<number>
  isAppeal: Generated<boolean>
  lineNo: number
  oldPartId: number | null
  reason: Generated<string>
  remark: Generated<string>
  rest: string | null
  result: string | null
  section: string
}

export interface CodeCounter {
  groupId: number
  lastNo: number
  prefix: string
}

export interface CommissionEntry {
  amount: string
  base: string
  bizDate: string
  clawbackOf: number | null
  docId: number
  docKind: string
  employeeId: number
  groupId: number
  id: Generated<number>
  lineId: number | null
  orgId: number
  period: number
  postedAt: Generated<string>
  rate: string
  reversalOf: number | null
  role: string
  share: string
}

export interface Company {
  addressTel: Generated<string>
  bankAccount: Generated<string>
  bankName: Generated<string>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  legalPerson: Generated<string>
  name: string
  remark: Generated<string>
  taxNo: Generated<string>
  taxpayerKind: Generated<string>
  version: Generated<number>
}

export interface Coupon {
  batchId: number
  couponNo: string
  groupId: number
  id: Generated<number>
  issuedAt: Generated<string>
  issuedBy: number
  orgId: number
  partnerId: number | null
  state: Generated<string>
  usedBy: number | null
  usedOn: string | null
  validFrom: string
  validTo: string
}

export interface CouponBatch {
  createdAt: Generated<string>
  creatorId: number
  face: string
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isCrossOrg: Generated<boolean>
  isStackable: Generated<boolean>
  name: string
  orgId: number
  qty: number
  remark: Generated<string>
  scope: Generated<string>
  threshold: Generated<string>
  validDays: number | null
  validFrom: string | null
  validTo: string | null
  version: Generated<number>
}

export interface CustomerAnswer {
  answeredAt: Generated<string>
  contentHash: string
  decisions: Generated<unknown>
  groupId: number
  linkId: number
  signedAs: Generated<string>
}

export interface CustomerLink {
  createdAt: Generated<string>
  createdBy: number
  expiresAt: string
  groupId: number
  id: Generated<number>
  lastOpenedAt: string | null
  openCount: Generated<number>
  orgId: number
  purpose: string
  revokedAt: string | null
  subjectId: number
  subjectKind: string
  tokenHash: string
}

export interface Department {
  code: Generated<string>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  leaderId: number | null
  name: string
  orgId: number
  parentId: number | null
  sort: Generated<number>
  version: Generated<number>
}

export interface Dictionary {
  code: Generated<string>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isSystem: Generated<boolean>
  kind: string
  name: string
  parentId: number | null
  sort: Generated<number>
  version: Generated<number>
}

export interface Dispatch {
  bayId: number | null
  employeeId: number
  finishedAt: string | null
  groupId: number
  id: Generated<number>
  lineId: number
  orgId: number
  plannedEnd: string | null
  plannedStart: string | null
  remark: Generated<string>
  role: Generated<string>
  share: string
  startedAt: string | null
  workOrderId: number
}

export interface DispatchPause {
  dispatchId: number
  fromAt: string
  groupId: number
  id: Generated<number>
  isWhole: Generated<boolean>
  kind: string
  reason: Generated<string>
  untilAt: string | null
}

export interface DocumentCounter {
  day: string
  groupId: number
  lastNo: number
  orgId: number
  prefix: string
}

export interface Employee {
  departmentId: number | null
  empNo: string
  gender: Generated<string>
  groupId: number
  hiredOn: string | null
  id: Generated<number>
  leftOn: string | null
  mobile: Generated<string>
  name: string
  orgId: number
  positionId: number | null
  remark: Generated<string>
  teamId: number | null
  userId: number | null
  version: Generated<number>
}

export interface ExpenseCategory {
  direction: string
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isSystem: Generated<boolean>
  name: string
  parentId: number | null
  remark: Generated<string>
  sortNo: Generated<number>
  version: Generated<number>
}

export interface ExportJob {
  attempts: Generated<number>
  columns: string[]
  createdAt: Generated<string>
  error: Generated<string>
  expiresAt: string | null
  fileName: string | null
  fileSize: number | null
  filters: unknown
  finishedAt: string | null
  format: Generated<string>
  groupId: number
  id: Generated<number>
  orgId: number
  rowCount: number | null
  sha256: string | null
  sourceKey: string
  state: Generated<string>
  title: string
  titles: Generated<unknown>
  userId: number
}

export interface FaultCode {
  code: string
  codeKey: GeneratedAlways<string>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  manufacturerId: number | null
  name: string
  remark: Generated<string>
  system: Generated<string>
  version: Generated<number>
}

export interface Favourite {
  groupId: number
  id: Generated<number>
  name: string
  path: string
  title: string
  userId: number
}

export interface FollowUp {
  createdAt: Generated<string>
  creatorId: number
  doneAt: string | null
  doneBy: number | null
  dueOn: string
  employeeId: number | null
  groupId: number
  id: Generated<number>
  note: Generated<string>
  orgId: number
  outcome: string | null
  partnerId: number
  reason: string
  vehicleId: number | null
  version: Generated<number>
}

export interface GoodsDocument {
  address: string | null
  allowBackorder: boolean | null
  approvedAt: string | null
  approverId: number | null
  billNo: string
  bizDate: string
  boughtFor: number | null
  carrierId: number | null
  chargedFreight: Generated<string>
  codAmount: string | null
  confirmState: string | null
  costAmount: Generated<string>
  countId: number | null
  counterOrgId: number | null
  createdAt: Generated<string>
  creatorId: number
  deliveryOn: string | null
  departmentId: number | null
  deposit: string | null
  disposal: string | null
  dueOn: string | null
  executedQty: Generated<string>
  expectedOn: string | null
  freight: Generated<string>
  freightPayer: Generated<string>
  groupId: number
  handlerId: number | null
  id: Generated<number>
  invoiceKind: Generated<string>
  isRed: Generated<boolean>
  isVatSale: boolean | null
  kind: string
  lineCount: number
  madeBy: number | null
  orderDiscount: Generated<string>
  orgId: number
  outcome: string | null
  packages: number | null
  partnerId: number | null
  period: number
  postedAt: string | null
  posterId: number | null
  printCount: Generated<number>
  purchaseDueOn: string | null
  purchaseInvoiceKind: string | null
  purchaseSettlementMethodId: number | null
  purchaseTaxIncluded: boolean | null
  purchaseTaxed: Generated<string>
  reason: string | null
  redOf: number | null
  remark: Generated<string>
  revision: Generated<number>
  salespersonId: number | null
  settlementMethodId: number | null
  shipTo: string | null
  state: Generated<string>
  submittedAt: string | null
  submitterId: number | null
  supplierId: number | null
  taxIncluded: Generated<boolean>
  toWarehouseId: number | null
  totalAmount: string
  totalQty: string
  totalTax: string
  totalTaxed: string
  totalUntaxed: string
  validUntil: string | null
  vehicleId: number | null
  vehicleText: string | null
  version: Generated<number>
  wantedFor: number | null
  warehouseId: number
  warrantyBillId: number | null
  waybill: string | null
  workOrderId: number | null
}

export interface GoodsDocumentLine {
  amount: Generated<string>
  asked: string | null
  auxQty: string | null
  auxUnitId: number | null
  batchNo: Generated<string>
  brandName: Generated<string>
  closedQty: Generated<string>
  costAmount: Generated<string>
  costRatio: string | null
  damagedQty: string | null
  discountRate: Generated<string>
  discountShare: Generated<string>
  discountShareUntaxed: Generated<string>
  documentId: number
  executedQty: Generated<string>
  groupId: number
  groupNo: number | null
  id: Generated<number>
  isChosen: boolean | null
  isKit: Generated<boolean>
  isNetTyped: Generated<boolean>
  isUnpriced: Generated<boolean>
  lineNo: number
  linkedPurchaseLineId: number | null
  locationId: number | null
  netAmount: Generated<string>
  overTolerance: Generated<string>
  partCode: string
  partId: number
  partName: string
  price: Generated<string>
  priceSource: Generated<string>
  producedOn: string | null
  purchasePrice: string | null
  purchaseTaxRate: string | null
  qty: string
  receivedQty: string | null
  remark: Generated<string>
  returnedQty: Generated<string>
  shortQty: string | null
  sourceLineId: number | null
  spec: Generated<string>
  tax: Generated<string>
  taxRate: Generated<string>
  taxed: Generated<string>
  toLocationId: number | null
  unitCost: string | null
  unitName: Generated<string>
  untaxed: Generated<string>
  warehouseId: number
  workOrderLineId: number | null
}

export interface IdempotencyKey {
  createdAt: Generated<string>
  groupId: number
  key: string
  requestHash: string
  response: unknown
  userId: number
}

export interface Inspection {
  createdAt: Generated<string>
  doneAt: string | null
  groupId: number
  id: Generated<number>
  inspectorId: number
  orgId: number
  receptionId: number | null
  state: Generated<string>
  templateName: string
  version: Generated<number>
  workOrderId: number | null
}

export interface InspectionPoint {
  groupId: number
  id: Generated<number>
  inspectionId: number
  level: string | null
  lineId: number | null
  lineNo: number
  name: string
  partOfCar: string
  photoIds: Generated<number[]>
  redAt: string | null
  remark: Generated<string>
  serviceItemId: number | null
  unit: string
  value: string | null
  yellowAt: string | null
}

export interface InspectionTemplate {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  monthFrom: number | null
  monthTo: number | null
  name: string
  nameKey: GeneratedAlways<string>
  remark: Generated<string>
  sortNo: Generated<number>
  version: Generated<number>
}

export interface InspectionTemplateCarType {
  carTypeId: number
  groupId: number
  templateId: number
}

export interface InspectionTemplatePoint {
  groupId: number
  id: Generated<number>
  lineNo: number
  name: string
  partOfCar: string
  redAt: string | null
  serviceItemId: number | null
  templateId: number
  unit: Generated<string>
  yellowAt: string | null
}

export interface Invoice {
  addressPhone: Generated<string>
  approvedAt: string | null
  approverId: number | null
  bankAccount: Generated<string>
  billNo: string
  bizDate: string
  certifiedMonth: number | null
  companyId: number | null
  createdAt: Generated<string>
  creatorId: number
  departmentId: number | null
  exportedAt: string | null
  groupId: number
  handlerId: number | null
  id: Generated<number>
  invoiceCode: Generated<string>
  invoiceNo: Generated<string>
  isDeductible: Generated<boolean>
  isRed: Generated<boolean>
  kind: string
  orgId: number
  partOf: number | null
  partnerId: number
  period: number
  postedAt: string | null
  posterId: number | null
  printCount: Generated<number>
  reason: Generated<string>
  redOf: number | null
  remark: Generated<string>
  revision: Generated<number>
  salespersonId: number | null
  sheetKind: string
  state: Generated<string>
  submittedAt: string | null
  submitterId: number | null
  taken: Generated<string>
  tax: Generated<string>
  taxNo: Generated<string>
  taxed: Generated<string>
  title: string
  transferredMonth: number | null
  transferredOut: Generated<string>
  untaxed: Generated<string>
  version: Generated<number>
}

export interface InvoiceAdjustment {
  documentId: number
  groupId: number
  invoiceId: number
}

export interface InvoiceLine {
  groupId: number
  id: Generated<number>
  invoiceId: number
  lineNo: number
  name: string
  price: string | null
  qty: string | null
  spec: Generated<string>
  tax: string
  taxClass: Generated<string>
  taxRate: string
  taxed: string
  unitName: Generated<string>
  untaxed: string
}

export interface InvoiceLink {
  amount: string
  groupId: number
  id: Generated<number>
  invoiceId: number
  lineNo: number
  openItemId: number | null
  sourceId: number
  sourceKind: string
}

export interface KeyUsage {
  call: string
  calls: number
  day: string
  groupId: number
  keyId: number
  lastAt: string
  lastRefusal: Generated<string>
  status: number
  totalMs: number
}

export interface LabourQuota {
  groupId: number
  hours: string
  id: Generated<number>
  isActive: Generated<boolean>
  labourCode: Generated<string>
  manufacturerId: number
  remark: Generated<string>
  serviceItemId: number
  validFrom: string
  version: Generated<number>
}

export interface LargeArea {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  name: string
  parentId: number | null
  regionCodes: Generated<string[]>
  sort: Generated<number>
  version: Generated<number>
}

export interface LinePhoto {
  fileId: number
  groupId: number
  isShown: Generated<boolean>
  lineId: number
}

export interface Location {
  capacity: string | null
  code: string
  codeKey: GeneratedAlways<string>
  codeTwin: Generated<number>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isDefault: Generated<boolean>
  level: Generated<string>
  pickOrder: Generated<number>
  rack: Generated<string>
  slot: Generated<string>
  version: Generated<number>
  warehouseId: number
  zone: Generated<string>
}

export interface ManufacturerPolicy {
  brandId: number | null
  categoryId: number | null
  code: string
  codeKey: GeneratedAlways<string>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  manufacturerId: number
  name: string
  partId: number | null
  remark: Generated<string>
  scope: string
  seriesId: number | null
  version: Generated<number>
}

export interface ManufacturerPolicyTerm {
  claimDays: number | null
  groupId: number
  id: Generated<number>
  km: string | null
  labourRate: string
  months: number | null
  outingRate: Generated<string>
  partPriceRule: string
  partRate: Generated<string>
  photos: Generated<string[]>
  policyId: number
  returnsOldParts: Generated<boolean>
  validFrom: string
}

export interface MoneySlip {
  accountId: number | null
  advance: Generated<string>
  amountDue: Generated<string>
  approvedAt: string | null
  approverId: number | null
  billNo: string
  bizDate: string
  cardAfter: unknown
  cardBefore: unknown
  cardId: number | null
  cardNo: Generated<string>
  cardPackageId: number | null
  cardPackageVersion: number | null
  cardTypeId: number | null
  categoryId: number | null
  counterAccountId: number | null
  counterOrgId: number | null
  createdAt: Generated<string>
  creatorId: number
  departmentId: number | null
  discount: Generated<string>
  dueOn: string | null
  fee: Generated<string>
  giftChange: Generated<string>
  groupId: number
  handlerId: number | null
  id: Generated<number>
  invoiced: Generated<string>
  isRed: Generated<boolean>
  kind: string
  madeBy: number | null
  makerKind: string | null
  orgId: number
  packageChange: Generated<string>
  partnerId: number | null
  payeeAccount: Generated<string>
  payeeBank: Generated<string>
  payeeIdNo: Generated<string>
  payeeName: Generated<string>
  payeePaper: Generated<string>
  payeeReason: Generated<string>
  payerId: number | null
  penalty: Generated<string>
  period: number
  pointsChange: Generated<string>
  postedAt: string | null
  posterId: number | null
  principalChange: Generated<string>
  printCount: Generated<number>
  purpose: string
  recurringId: number | null
  recurringMonth: number | null
  redOf: number | null
  remark: Generated<string>
  revision: Generated<number>
  salespersonId: number | null
  side: string | null
  sourceId: number | null
  sourceKind: string | null
  state: Generated<string>
  submittedAt: string | null
  submitterId: number | null
  total: Generated<string>
  tradeNo: Generated<string>
  vehicleId: number | null
  version: Generated<number>
  writtenOff: Generated<string>
}

export interface MoneySlipItem {
  amount: string
  discount: Generated<string>
  groupId: number
  id: Generated<number>
  lineNo: number
  openItemId: number
  slipId: number
}

export interface MoneySlipTender {
  amount: string
  fee: Generated<string>
  groupId: number
  id: Generated<number>
  lineNo: number
  slipId: number
  storeAccountId: number
  tradeNo: Generated<string>
}

export interface Notification {
  carNum: Generated<string>
  clearedAt: string | null
  createdAt: Generated<string>
  eventKey: string | null
  groupId: number
  id: Generated<number>
  isRead: Generated<boolean>
  kind: string
  message: string
  msgType: number | null
  orgId: number | null
  params: unknown
  screen: string | null
  userId: number
}

export interface OldPart {
  billId: number
  billLineId: number | null
  createdAt: Generated<string>
  groupId: number
  id: Generated<number>
  locationId: number | null
  orgId: number
  partId: number
  remark: Generated<string>
  serialNo: Generated<string>
  state: Generated<string>
  tagNo: string
  taggedAt: string | null
  version: Generated<number>
  warehouseId: number | null
}

export interface OldPartStep {
  at: Generated<string>
  docId: number | null
  docKind: string | null
  groupId: number
  id: Generated<number>
  oldPartId: number
  place: Generated<string>
  reason: Generated<string>
  state: string
  userId: number
}

export interface OpenItem {
  balance: GeneratedAlways<string | null>
  billNo: string
  bizDate: string
  discounted: Generated<string>
  dueOn: string
  groupId: number
  id: Generated<number>
  invoiced: Generated<string>
  isClaim: GeneratedAlways<boolean>
  isSettled: GeneratedAlways<boolean | null>
  isUnconfirmed: Generated<boolean>
  orgId: number
  original: string
  partnerId: number
  payerType: string | null
  remark: Generated<string>
  side: string
  sourceId: number
  sourceKind: string
  tab: string
  warrantyBillId: number | null
  writtenOff: Generated<string>
}

export interface Org {
  address: Generated<string>
  adminUserId: number | null
  bayCount: Generated<number>
  businessHours: Generated<string>
  closedMonth: number | null
  code: string
  companyId: number | null
  config: Generated<unknown>
  createdAt: Generated<string>
  defaultTaxRateId: number | null
  groupId: number
  id: Generated<number>
  latitude: string | null
  longitude: string | null
  manager: Generated<string>
  name: string
  orgType: string
  parentId: number | null
  regionCode: Generated<string>
  remark: Generated<string>
  shortName: Generated<string>
  startMonth: number
  status: Generated<string>
  storeTypeId: number | null
  taxpayerKind: Generated<string>
  tel: Generated<string>
  version: Generated<number>
}

export interface OrgScreenOff {
  groupId: number
  orgId: number
  screen: string
}

export interface OrgType {
  code: string
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isSystem: Generated<boolean>
  name: string
  remark: Generated<string>
  screens: string[] | null
  sort: Generated<number>
  version: Generated<number>
}

export interface Part {
  batchManaged: Generated<boolean>
  brandId: number
  categoryId: number
  code: string
  codeKey: GeneratedAlways<string>
  codeTwin: Generated<number>
  coreReturn: Generated<boolean>
  createdAt: Generated<string>
  createdBy: number | null
  factoryNo: Generated<string>
  factoryNorm: Generated<string>
  fitment: Generated<string>
  grade: Generated<string>
  groupId: number
  id: Generated<number>
  initials: Generated<string>
  isActive: Generated<boolean>
  isWearPart: Generated<boolean>
  mergedIntoId: number | null
  modelText: Generated<string>
  name: string
  oeNo: Generated<string>
  origin: Generated<string>
  packQty: string | null
  pinyin: Generated<string>
  remark: Generated<string>
  searchText: Generated<string>
  searchVersion: Generated<number>
  shelfLifeDays: number | null
  spec: Generated<string>
  taxClassCode: Generated<string>
  taxRateId: number
  unitId: number
  updatedAt: Generated<string>
  version: Generated<number>
  warrantyKm: string | null
  warrantyMonths: number | null
  weight: string | null
}

export interface PartAuxUnit {
  factor: string
  groupId: number
  id: Generated<number>
  partId: number
  unitId: number
  usedFor: string
}

export interface PartBarcode {
  barcode: string
  groupId: number
  id: Generated<number>
  partId: number
}

export interface PartBom {
  componentId: number
  costRatio: string | null
  groupId: number
  id: Generated<number>
  parentId: number
  qty: string
}

export interface PartCategory {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  level: number
  name: string
  parentId: number | null
  path: Generated<string>
  sortNo: Generated<number>
  taxClassCode: Generated<string>
  version: Generated<number>
  warrantyMonths: number | null
}

export interface PartFitment {
  groupId: number
  id: Generated<number>
  modelId: number | null
  modelText: string
  note: Generated<string>
  partId: number
  position: Generated<string>
  qtyPerCar: string | null
  seriesId: number | null
  yearFrom: number | null
  yearTo: number | null
}

export interface PartImage {
  byteCount: number
  contentType: string
  createdAt: Generated<string>
  fileName: string
  groupId: number
  id: Generated<number>
  partId: number
  storedAs: string
}

export interface PartOe {
  groupId: number
  id: Generated<number>
  isPrimary: Generated<boolean>
  oeNo: string
  oeNorm: string
  partId: number
}

export interface PartSubstitute {
  direction: Generated<string>
  groupId: number
  id: Generated<number>
  note: Generated<string>
  partId: number
  priority: Generated<number>
  substituteId: number
}

export interface Partner {
  address: Generated<string>
  bankAccount: Generated<string>
  bankName: Generated<string>
  birthday: string | null
  category: Generated<string>
  code: string
  codeKey: GeneratedAlways<string>
  codeTwin: Generated<number>
  createdAt: Generated<string>
  createdBy: number | null
  creditDays: Generated<number>
  creditPolicy: Generated<string>
  cusFlag: number
  defaultInvoiceKind: Generated<string>
  discountRate: Generated<string>
  gender: Generated<string>
  groupId: number
  id: Generated<number>
  initials: Generated<string>
  invoiceTitle: Generated<string>
  isActive: Generated<boolean>
  isBlacklisted: Generated<boolean>
  kind: Generated<string>
  level: Generated<string>
  mergedIntoId: number | null
  mobile: Generated<string>
  name: string
  pinyin: Generated<string>
  priceLevel: Generated<string>
  region: Generated<string>
  regionCode: Generated<string>
  remark: Generated<string>
  settlementMethodId: number | null
  source: Generated<string>
  systemKind: string | null
  systemOrgId: number | null
  taxNo: Generated<string>
  tel: Generated<string>
  updatedAt: Generated<string>
  version: Generated<number>
}

export interface PartnerAddress {
  address: string
  groupId: number
  id: Generated<number>
  isDefault: Generated<boolean>
  mobile: Generated<string>
  partnerId: number
  receiver: string
  region: Generated<string>
  regionCode: Generated<string>
}

export interface PartnerBalance {
  account: string
  balance: Generated<string>
  groupId: number
  orgId: number
  partnerId: number
}

export interface PartnerContact {
  groupId: number
  id: Generated<number>
  isDefault: Generated<boolean>
  mobile: Generated<string>
  name: string
  partnerId: number
  tel: Generated<string>
  title: Generated<string>
}

export interface PartnerLedger {
  account: string
  amount: string
  bizDate: string
  docId: number
  docKind: string
  groupId: number
  id: Generated<number>
  kind: string
  openItemId: number | null
  orgId: number
  partnerId: number
  period: number
  postedAt: Generated<string>
  reversalOf: number | null
}

export interface PartnerMerge {
  billNo: string
  bizDate: string
  creatorId: number
  departmentId: number | null
  groupId: number
  id: Generated<number>
  isRed: Generated<boolean>
  kind: Generated<string>
  orgId: number
  partnerId: number
  period: number
  postedAt: Generated<string>
  redOf: number | null
  state: string
  targetId: number
}

export interface PartnerOrg {
  buyerId: number | null
  creditLimit: string | null
  groupId: number
  orgId: number
  partnerId: number
  salespersonId: number | null
}

export interface PartnerPeriod {
  account: string
  balance: string
  groupId: number
  month: number
  orgId: number
  partnerId: number
}

export interface PartnerPrice {
  groupId: number
  id: Generated<number>
  orgId: number
  partId: number
  partnerId: number
  price: string
  validFrom: string
  validTo: string | null
}

export interface PartnerStatement {
  answeredLinkId: number | null
  createdAt: Generated<string>
  createdBy: number
  fromDay: string
  groupId: number
  id: Generated<number>
  orgId: number
  partnerId: number
  readAdvance: string | null
  readClosing: string | null
  readOpening: string | null
  side: string
  toDay: string
}

export interface PeriodClose {
  checks: Generated<unknown>
  closedAt: string
  closedBy: number | null
  groupId: number
  id: Generated<number>
  month: number
  orgId: number
  reason: Generated<string>
  remark: Generated<string>
  reopenedAt: string | null
  reopenedBy: number | null
}

export interface PnlLedger {
  amount: string
  amountTaxed: Generated<string>
  bizDate: string
  departmentId: number | null
  docId: number
  docKind: string
  groupId: number
  id: Generated<number>
  kind: string
  orgId: number
  payerType: string | null
  period: number
  postedAt: Generated<string>
}

export interface Position {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  level: Generated<number>
  name: string
  remark: Generated<string>
  version: Generated<number>
}

export interface PriceAdjustment {
  approvedAt: string | null
  approverId: number | null
  backOfId: number | null
  billNo: string
  bizDate: string
  createdAt: Generated<string>
  creatorId: number
  departmentId: number | null
  effectiveAt: string | null
  effectiveOn: string | null
  effectiveTime: Generated<string>
  groupId: number
  handlerId: number | null
  id: Generated<number>
  isRed: Generated<boolean>
  kind: Generated<string>
  orgId: number
  partnerId: number | null
  period: number
  postedAt: string | null
  posterId: number | null
  printCount: Generated<number>
  reason: Generated<string>
  redOf: number | null
  remark: Generated<string>
  revision: Generated<number>
  salespersonId: number | null
  state: Generated<string>
  submittedAt: string | null
  submitterId: number | null
  version: Generated<number>
}

export interface PriceAdjustmentLine {
  adjustmentId: number
  groupId: number
  id: Generated<number>
  isOvertaken: Generated<boolean>
  leftOut: Generated<string>
  lineNo: number
  minSalePrice: string | null
  oldMinSalePrice: string | null
  oldPurchasePrice: string | null
  oldRetailPrice: string | null
  oldTransferPrice: string | null
  oldWholesalePrice1: string | null
  oldWholesalePrice2: string | null
  oldWholesalePrice3: string | null
  partId: number
  purchasePrice: string | null
  remark: Generated<string>
  retailPrice: string | null
  transferPrice: string | null
  wholesalePrice1: string | null
  wholesalePrice2: string | null
  wholesalePrice3: string | null
}

export interface PriceHistory {
  adjustmentId: number | null
  changedAt: Generated<string>
  groupId: number
  id: Generated<number>
  newPrice: string | null
  oldPrice: string | null
  orgId: number
  partId: number
  price: string
  source: string
  userId: number | null
}

export interface PrintTemplate {
  docKind: string
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isDefault: Generated<boolean>
  layout: Generated<unknown>
  name: string
  orgId: number
  paper: string
  version: Generated<number>
}

export interface Product {
  defaultLocationId: number | null
  defaultSupplierId: number | null
  defaultWarehouseId: number | null
  groupId: number
  id: Generated<number>
  lastPurchaseOn: string | null
  lastPurchasePrice: string | null
  lastSupplierId: number | null
  leadDays: number | null
  maxStock: string | null
  minSalePrice: Generated<string>
  minStock: string | null
  onShelf: Generated<boolean>
  orgId: number
  partId: number
  pricingNote: Generated<string>
  purchasePrice: string | null
  retailPrice: string | null
  transferPrice: string | null
  updatedAt: Generated<string>
  version: Generated<number>
  wholesalePrice1: string | null
  wholesalePrice2: string | null
  wholesalePrice3: string | null
}

export interface ProductLimit {
  groupId: number
  maxStock: string | null
  minStock: string | null
  orgId: number
  partId: number
  warehouseId: number
}

export interface QualityCheck {
  checkedAt: string
  groupId: number
  id: Generated<number>
  isOk: boolean
  lineId: number
  reason: Generated<string>
  step: string
  userId: number
  workOrderId: number
}

export interface QualityRule {
  days: number | null
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  km: string | null
  name: string
  nameKey: GeneratedAlways<string>
  remark: Generated<string>
  version: Generated<number>
}

export interface RecurringMoney {
  amount: string
  categoryId: number
  day: number
  departmentId: number | null
  direction: string
  fromMonth: number
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  orgId: number
  partnerId: number | null
  purpose: string
  skipped: Generated<number[]>
  storeAccountId: number | null
  summary: string
  toMonth: number | null
  version: Generated<number>
}

export interface ReleaseRead {
  groupId: number
  readAt: Generated<string>
  userId: number
  version: string
}

export interface RepairDocument {
  agreedAmount: string | null
  approvedAt: string | null
  approverId: number | null
  arrivedAt: string | null
  assessedLabour: Generated<string>
  assessedMaterial: Generated<string>
  assessedOn: string | null
  atFault: number | null
  bayId: number | null
  belongings: Generated<string>
  billNo: string
  bizDate: string
  boughtOn: string | null
  businessTypeId: number | null
  caseNo: Generated<string>
  causePartId: number | null
  checkedVin: Generated<string>
  claimBy: string | null
  closedOn: string | null
  complaint: Generated<string>
  completedAt: string | null
  confirmedAmount: string | null
  confirmedAt: string | null
  contactMobile: Generated<string>
  contactName: Generated<string>
  costAmount: Generated<string>
  couponAmount: Generated<string>
  couponIds: Generated<number[]>
  createdAt: Generated<string>
  creatorId: number
  customerDue: Generated<string>
  deductible: Generated<string>
  deliveredAt: string | null
  departmentId: number | null
  depreciation: Generated<string>
  expectedAt: string | null
  exterior: unknown
  faultCodeId: number | null
  fuelLevel: number | null
  groupId: number
  handlerId: number | null
  handling: string | null
  holdsParts: Generated<boolean>
  id: Generated<number>
  insuranceDue: Generated<string>
  insurerId: number | null
  insurers: Generated<unknown>
  invoicedOn: string | null
  isInTerm: boolean | null
  isRed: Generated<boolean>
  keepsOldParts: Generated<boolean>
  kind: string
  labourAmount: Generated<string>
  manufacturerId: number | null
  materialAmount: Generated<string>
  mileage: string | null
  minutes: number | null
  orderDiscount: Generated<string>
  orderKind: string | null
  orgId: number
  origin: Generated<string>
  otherAmount: Generated<string>
  packageUses: Generated<unknown>
  packaged: Generated<string>
  papers: Generated<unknown>
  partnerId: number
  passedBy: number | null
  passedVersion: number | null
  pauseKind: string | null
  paysDirectly: Generated<boolean>
  period: number
  policyKind: string | null
  policyNo: Generated<string>
  policyTermId: number | null
  postedAt: string | null
  posterId: number | null
  printCount: Generated<number>
  promisedAt: string | null
  reason: Generated<string>
  receivedAmount: Generated<string>
  receptionId: number | null
  redOf: number | null
  rejectedAmount: Generated<string>
  remark: Generated<string>
  repairForm: Generated<string>
  repairedOn: string | null
  reservationId: number | null
  revision: Generated<number>
  reworkOfId: number | null
  roadTestKm: string | null
  salespersonId: number | null
  salvage: Generated<string>
  settledAmount: Generated<string>
  settlementId: number | null
  state: string
  storeAccountId: number | null
  submittedAt: string | null
  submitterId: number | null
  surveyor: Generated<string>
  taxIncluded: boolean | null
  termReason: Generated<string>
  termText: Generated<string>
  totalAmount: Generated<string>
  vehicleId: number | null
  version: Generated<number>
  warehouseId: number | null
  warrantyDue: Generated<string>
  workOrderId: number | null
}

export interface RepairLine {
  agreedAt: string | null
  agreement: Generated<string>
  amount: Generated<string>
  assessedAmount: string | null
  cause: Generated<string>
  complaint: Generated<string>
  confirmedAmount: string | null
  costAmount: Generated<string>
  couponShare: Generated<string>
  declinedReason: Generated<string>
  deductibleShare: Generated<string>
  discountRate: Generated<string>
  discountShare: Generated<string>
  documentId: number
  giftShare: Generated<string>
  groupId: number
  id: Generated<number>
  isAdded: Generated<boolean>
  isConsumable: Generated<boolean>
  isCustomerSupplied: Generated<boolean>
  isInternalRework: Generated<boolean>
  isRestocked: Generated<boolean>
  isValued: Generated<boolean>
  issuedQty: Generated<string>
  labourLineId: number | null
  lineNo: number
  name: Generated<string>
  netAmount: Generated<string>
  outputAmount: Generated<string>
  packageValue: string | null
  partId: number | null
  payer: Generated<string>
  payerDepartmentId: number | null
  payerPartnerId: number | null
  price: string | null
  priceSource: Generated<string>
  pricingMode: string | null
  purchaseAmount: string | null
  qty: string
  qualityDays: number | null
  qualityKm: string | null
  refundAmount: string | null
  remark: Generated<string>
  remedy: Generated<string>
  returnedQty: Generated<string>
  returnsOldPart: Generated<boolean>
  reworkOfLineId: number | null
  salvageShare: Generated<string>
  section: string
  serviceItemId: number | null
  sourceLineId: number | null
  stdHours: Generated<string>
  supplierId: number | null
  taxRate: Generated<string>
  taxedAmount: Generated<string>
  workState: Generated<string>
  workerTypeId: number | null
}

export interface Role {
  allWarehouses: Generated<boolean>
  code: string
  discountLimit: Generated<string | null>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  name: string
  orderDiscountLimit: Generated<string | null>
  orgId: number | null
  paymentApproveLimit: Generated<string | null>
  purchaseApproveLimit: Generated<string | null>
  remark: Generated<string>
  settleDiscountLimit: Generated<string | null>
  version: Generated<number>
}

export interface RoleButton {
  buttonId: number
  groupId: number
  roleId: number
}

export interface RoleField {
  field: string
  groupId: number
  roleId: number
}

export interface RoleScope {
  area: string
  departmentIds: number[] | null
  groupId: number
  roleId: number
  scope: number
}

export interface SavedSearch {
  filters: unknown
  groupId: number
  id: Generated<number>
  name: string
  screen: string
  userId: number
}

export interface ServiceItem {
  allowsDiscount: Generated<boolean>
  businessTypeId: number | null
  code: string
  codeKey: GeneratedAlways<string>
  commissionMode: Generated<string>
  commissionValue: string | null
  fixedPrice: string | null
  groupId: number
  hourPrice: string | null
  id: Generated<number>
  initials: Generated<string>
  isActive: Generated<boolean>
  name: string
  nameKey: GeneratedAlways<string>
  pinyin: Generated<string>
  pricingMode: string
  qualityDays: number | null
  qualityKm: string | null
  remark: Generated<string>
  stdHours: Generated<string>
  taxRateId: number
  updatedAt: Generated<string>
  version: Generated<number>
  warrantyHours: string | null
  workerTypeId: number
}

export interface ServiceItemPart {
  groupId: number
  id: Generated<number>
  isConsumable: Generated<boolean>
  partId: number
  qty: string
  serviceItemId: number
}

export interface ServiceItemPrice {
  carTypeId: number
  groupId: number
  id: Generated<number>
  price: string
  serviceItemId: number
}

export interface ServicePackage {
  code: string
  codeKey: GeneratedAlways<string>
  groupId: number
  id: Generated<number>
  initials: Generated<string>
  isActive: Generated<boolean>
  name: string
  nameKey: GeneratedAlways<string>
  pinyin: Generated<string>
  remark: Generated<string>
  version: Generated<number>
}

export interface ServicePackageLine {
  groupId: number
  id: Generated<number>
  lineNo: number
  packageId: number
  partId: number | null
  price: string | null
  qty: string
  serviceItemId: number | null
}

export interface SettlementMethod {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  kind: string
  monthDay: number | null
  name: string
  remark: Generated<string>
  sortNo: Generated<number>
  termDays: Generated<number>
  version: Generated<number>
}

export interface StatementDispute {
  docId: number
  docKind: string
  groupId: number
  id: Generated<number>
  lineText: string
  orgId: number
  partnerId: number
  raisedAt: Generated<string>
  reason: string
  reply: string | null
  resolvedAt: string | null
  resolvedBy: number | null
  side: string
  statementId: number
  version: Generated<number>
}

export interface StockBalance {
  batchNo: Generated<string>
  groupId: number
  lastInOn: string | null
  lastOutOn: string | null
  locationId: number
  orgId: number
  partId: number
  qty: string
  warehouseId: number
}

export interface StockCost {
  frozenBy: number | null
  groupId: number
  orgId: number
  partId: number
  qty: Generated<string>
  value: Generated<string>
  warehouseId: number
}

export interface StockCount {
  approvedAt: string | null
  approverId: number | null
  billNo: string
  bizDate: string
  categoryId: number | null
  createdAt: Generated<string>
  creatorId: number
  departmentId: number | null
  gainAmount: Generated<string>
  gainQty: Generated<string>
  groupId: number
  handlerId: number | null
  id: Generated<number>
  isFreezing: Generated<boolean>
  isRed: Generated<boolean>
  kind: string
  lineCount: Generated<number>
  location: Generated<string>
  lossAmount: Generated<string>
  lossQty: Generated<string>
  orgId: number
  partnerId: number | null
  period: number
  postedAt: string | null
  posterId: number | null
  printCount: Generated<number>
  redOf: number | null
  remark: Generated<string>
  revision: Generated<number>
  salespersonId: number | null
  scope: string
  snapshotAt: Generated<string>
  state: string
  submittedAt: string | null
  submitterId: number | null
  uncountedAsZero: Generated<boolean>
  version: Generated<number>
  warehouseId: number
  workerIds: Generated<number[]>
}

export interface StockCountLine {
  batchNo: Generated<string>
  bookQty: string
  countId: number
  countedAt: string | null
  countedQty: string | null
  counterId: number | null
  diffValue: string | null
  firstQty: string | null
  groupId: number
  id: Generated<number>
  isFound: Generated<boolean>
  isRecount: Generated<boolean>
  lineNo: number
  locationId: number
  partId: number
  unitCost: string | null
  version: Generated<number>
}

export interface StockLedger {
  batchNo: Generated<string>
  bizDate: string
  docId: number
  docKind: string
  groupId: number
  id: Generated<number>
  lineId: number | null
  locationId: number
  orgId: number
  partId: number
  period: number
  poolQtyAfter: string
  poolValueAfter: string
  postedAt: Generated<string>
  qty: string
  reversalOf: number | null
  unitCost: Generated<string>
  value: string
  variance: Generated<string>
  warehouseId: number
}

export interface StockPeriod {
  groupId: number
  month: number
  orgId: number
  partId: number
  qty: string
  value: string
  warehouseId: number
}

export interface StockReservation {
  backorderQty: Generated<string>
  createdAt: Generated<string>
  groupId: number
  id: Generated<number>
  isLive: Generated<boolean>
  orgId: number
  partId: number
  qty: string
  releasedQty: Generated<string>
  sourceId: number
  sourceKind: string
  sourceLineId: number
  warehouseId: number
}

export interface StoreAccount {
  allowOverdraft: Generated<boolean>
  balance: Generated<string>
  bankName: Generated<string>
  bankNo: Generated<string>
  code: string
  feeRate: Generated<string>
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isDefaultIn: Generated<boolean>
  isDefaultOut: Generated<boolean>
  isReconciled: Generated<boolean>
  kind: string
  name: string
  openingBalance: Generated<string>
  openingOn: string
  orgId: number
  sealedUntil: string | null
  version: Generated<number>
}

export interface StoreType {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  name: string
  remark: Generated<string>
  sort: Generated<number>
  version: Generated<number>
}

export interface TaxCredit {
  companyId: number
  credit: string
  groupId: number
  month: number
  remark: Generated<string>
  setAt: Generated<string>
  setBy: number
}

export interface TaxRate {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isGoodsDefault: Generated<boolean>
  isLabourDefault: Generated<boolean>
  kind: Generated<string>
  name: string
  rate: string
  remark: Generated<string>
  taxClassCode: Generated<string>
  validFrom: Generated<string>
  version: Generated<number>
}

export interface Team {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  leaderId: number | null
  name: string
  orgId: number
  remark: Generated<string>
  version: Generated<number>
}

export interface Technician {
  commissionRate: string | null
  employeeId: number
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  level: Generated<string>
  monthlyTarget: string | null
  remark: Generated<string>
  version: Generated<number>
}

export interface TechnicianSkill {
  groupId: number
  id: Generated<number>
  technicianId: number
  workerTypeId: number
}

export interface TillDay {
  billNo: string
  bizDate: string
  groupId: number
  id: Generated<number>
  orgId: number
  printCount: Generated<number>
  remark: Generated<string>
  reopenReason: Generated<string>
  reopenedAt: string | null
  reopenerId: number | null
  sealedAt: Generated<string>
  state: Generated<string>
  userId: number
  version: Generated<number>
}

export interface TillDayAccount {
  declared: string
  denominations: unknown
  difference: string
  groupId: number
  id: Generated<number>
  ledger: string
  storeAccountId: number
  tillDayId: number
}

export interface ToldLater {
  createdAt: Generated<string>
  groupId: number
  id: Generated<number>
  kind: string
  step: unknown
}

export interface TransitBalance {
  groupId: number
  orderLineId: number
  orgId: number
  partId: number
  qty: string
  value: string
}

export interface Unit {
  decimals: Generated<number>
  groupId: number
  id: Generated<number>
  name: string
}

export interface UserButton {
  buttonId: number
  groupId: number
  isGranted: boolean
  orgId: number
  userId: number
}

export interface UserField {
  field: string
  groupId: number
  isVisible: boolean
  orgId: number
  userId: number
}

export interface UserLimit {
  discountLimit: string | null
  groupId: number
  noDiscountLimit: Generated<boolean>
  noOrderDiscountLimit: Generated<boolean>
  noSettleDiscountLimit: Generated<boolean>
  orderDiscountLimit: string | null
  orgId: number
  settleDiscountLimit: string | null
  userId: number
}

export interface UserOrg {
  groupId: number
  isActive: Generated<boolean>
  isDefault: Generated<boolean>
  orgId: number
  startsOn: string | null
  userId: number
}

export interface UserRole {
  groupId: number
  orgId: number
  roleId: number
  userId: number
}

export interface UserScope {
  area: string
  departmentIds: number[] | null
  groupId: number
  orgId: number
  scope: number
  userId: number
}

export interface UserTableConfig {
  columns: unknown
  groupId: number
  tableName: string
  updatedAt: Generated<string>
  userId: number
}

export interface UserWarehouse {
  canCost: Generated<boolean>
  canCount: Generated<boolean>
  canIn: Generated<boolean>
  canOut: Generated<boolean>
  canTransfer: Generated<boolean>
  canView: Generated<boolean>
  groupId: number
  userId: number
  warehouseId: number
}

export interface Vehicle {
  avgDailyKm: string | null
  carTypeId: number | null
  colorId: number | null
  commercialExpiresOn: string | null
  compulsoryExpiresOn: string | null
  createdAt: Generated<string>
  driverMobile: Generated<string>
  driverName: Generated<string>
  engineNo: Generated<string>
  groupId: number
  id: Generated<number>
  inspectionExpiresOn: string | null
  insurerId: number | null
  invoicedOn: string | null
  isActive: Generated<boolean>
  mileage: Generated<string>
  mileageOn: string | null
  modelId: number | null
  modelText: Generated<string>
  nextMaintenanceKm: string | null
  nextMaintenanceOn: string | null
  partnerId: number
  plate: Generated<string>
  purchasedOn: string | null
  remark: Generated<string>
  seriesId: number | null
  tags: Generated<string[]>
  updatedAt: Generated<string>
  usage: Generated<string>
  version: Generated<number>
  vin: Generated<string>
}

export interface VehicleMileage {
  createdAt: Generated<string>
  docId: number | null
  docKind: string | null
  groupId: number
  id: Generated<number>
  mileage: string
  readOn: string
  replacedReason: Generated<string>
  userId: number
  vehicleId: number
}

export interface VehicleOwner {
  groupId: number
  id: Generated<number>
  partnerId: number
  since: string
  until: string | null
  vehicleId: number
}

export interface VinRule {
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  modelId: number | null
  prefix: string
  remark: Generated<string>
  seriesId: number
  version: Generated<number>
}

export interface Warehouse {
  address: Generated<string>
  allowPick: Generated<boolean>
  allowSale: Generated<boolean>
  code: string
  groupId: number
  id: Generated<number>
  isActive: Generated<boolean>
  isDefault: Generated<boolean>
  keeperId: number | null
  kind: Generated<string>
  name: string
  orgId: number
  remark: Generated<string>
  version: Generated<number>
}

export interface WipLedger {
  bizDate: string
  docId: number
  docKind: string
  docLineId: number
  groupId: number
  id: Generated<number>
  lineId: number
  orgId: number
  partId: number
  period: number
  postedAt: Generated<string>
  qty: string
  reversalOf: number | null
  value: string
  workOrderId: number
}

export interface WorkerType {
  commissionRate: string | null
  groupId: number
  hourPrice: string | null
  id: Generated<number>
  isActive: Generated<boolean>
  name: string
  nameKey: GeneratedAlways<string>
  remark: Generated<string>
  sortNo: Generated<number>
  version: Generated<number>
}

export interface WriteOffLine {
  amount: string
  bizDate: string
  counterItemId: number | null
  discount: Generated<string>
  docId: number
  docKind: string
  groupId: number
  id: Generated<number>
  openItemId: number
  orgId: number
  postedAt: Generated<string>
  reversalOf: number | null
  tender: string
}

export interface Database {
  accountLedger: AccountLedger
  accountPeriod: AccountPeriod
  agencyTask: AgencyTask
  announcement: Announcement
  appUser: AppUser
  attachment: Attachment
  auditLog: AuditLog
  bankAccount: BankAccount
  bankLine: BankLine
  bankMatch: BankMatch
  bankMatchEntry: BankMatchEntry
  bankStatement: BankStatement
  bay: Bay
  bookExport: BookExport
  bookLine: BookLine
  bookSetting: BookSetting
  brand: Brand
  businessType: BusinessType
  carColor: CarColor
  carModel: CarModel
  carSeries: CarSeries
  carType: CarType
  card: Card
  cardItem: CardItem
  cardItemLedger: CardItemLedger
  cardItemPeriod: CardItemPeriod
  cardLedger: CardLedger
  cardPackage: CardPackage
  cardPackageLine: CardPackageLine
  cardPeriod: CardPeriod
  cardPinTry: CardPinTry
  cardType: CardType
  claimDocument: ClaimDocument
  claimLayout: ClaimLayout
  claimLine: ClaimLine
  codeCounter: CodeCounter
  commissionEntry: CommissionEntry
  company: Company
  coupon: Coupon
  couponBatch: CouponBatch
  customerAnswer: CustomerAnswer
  customerLink: CustomerLink
  department: Department
  dictionary: Dictionary
  dispatch: Dispatch
  dispatchPause: DispatchPause
  documentCounter: DocumentCounter
  employee: Employee
  expenseCategory: ExpenseCategory
  exportJob: ExportJob
  faultCode: FaultCode
  favourite: Favourite
  followUp: FollowUp
  goodsDocument: GoodsDocument
  goodsDocumentLine: GoodsDocumentLine
  idempotencyKey: IdempotencyKey
  inspection: Inspection
  inspectionPoint: InspectionPoint
  inspectionTemplate: InspectionTemplate
  inspectionTemplateCarType: InspectionTemplateCarType
  inspectionTemplatePoint: InspectionTemplatePoint
  invoice: Invoice
  invoiceAdjustment: InvoiceAdjustment
  invoiceLine: InvoiceLine
  invoiceLink: InvoiceLink
  keyUsage: KeyUsage
  labourQuota: LabourQuota
  largeArea: LargeArea
  linePhoto: LinePhoto
  location: Location
  manufacturerPolicy: ManufacturerPolicy
  manufacturerPolicyTerm: ManufacturerPolicyTerm
  moneySlip: MoneySlip
  moneySlipItem: MoneySlipItem
  moneySlipTender: MoneySlipTender
  notification: Notification
  oldPart: OldPart
  oldPartStep: OldPartStep
  openItem: OpenItem
  org: Org
  orgScreenOff: OrgScreenOff
  orgType: OrgType
  part: Part
  partAuxUnit: PartAuxUnit
  partBarcode: PartBarcode
  partBom: PartBom
  partCategory: PartCategory
  partFitment: PartFitment
  partImage: PartImage
  partOe: PartOe
  partSubstitute: PartSubstitute
  partner: Partner
  partnerAddress: PartnerAddress
  partnerBalance: PartnerBalance
  partnerContact: PartnerContact
  partnerLedger: PartnerLedger
  partnerMerge: PartnerMerge
  partnerOrg: PartnerOrg
  partnerPeriod: PartnerPeriod
  partnerPrice: PartnerPrice
  partnerStatement: PartnerStatement
  periodClose: PeriodClose
  pnlLedger: PnlLedger
  position: Position
  priceAdjustment: PriceAdjustment
  priceAdjustmentLine: PriceAdjustmentLine
  priceHistory: PriceHistory
  printTemplate: PrintTemplate
  product: Product
  productLimit: ProductLimit
  qualityCheck: QualityCheck
  qualityRule: QualityRule
  recurringMoney: RecurringMoney
  releaseRead: ReleaseRead
  repairDocument: RepairDocument
  repairLine: RepairLine
  role: Role
  roleButton: RoleButton
  roleField: RoleField
  roleScope: RoleScope
  savedSearch: SavedSearch
  serviceItem: ServiceItem
  serviceItemPart: ServiceItemPart
  serviceItemPrice: ServiceItemPrice
  servicePackage: ServicePackage
  servicePackageLine: ServicePackageLine
  settlementMethod: SettlementMethod
  statementDispute: StatementDispute
  stockBalance: StockBalance
  stockCost: StockCost
  stockCount: StockCount
  stockCountLine: StockCountLine
  stockLedger: StockLedger
  stockPeriod: StockPeriod
  stockReservation: StockReservation
  storeAccount: StoreAccount
  storeType: StoreType
  taxCredit: TaxCredit
  taxRate: TaxRate
  team: Team
  technician: Technician
  technicianSkill: TechnicianSkill
  tillDay: TillDay
  tillDayAccount: TillDayAccount
  toldLater: ToldLater
  transitBalance: TransitBalance
  unit: Unit
  userButton: UserButton
  userField: UserField
  userLimit: UserLimit
  userOrg: UserOrg
  userRole: UserRole
  userScope: UserScope
  userTableConfig: UserTableConfig
  userWarehouse: UserWarehouse
  vehicle: Vehicle
  vehicleMileage: VehicleMileage
  vehicleOwner: VehicleOwner
  vinRule: VinRule
  warehouse: Warehouse
  wipLedger: WipLedger
  workerType: WorkerType
  writeOffLine: WriteOffLine
}
