import { booksCheck } from '@chepu/contract/statistics/books-check'
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { Alert, Button, Flex, Table } from 'antd'
import { timeText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'

type Row = Record<string, unknown>

/** 对得上: every rule of the books, checked now; a broken one shows its first bad rows. */
export default function BooksCheck() {
  const check = useCall(booksCheck)
  const findings = check.data?.findings ?? []
  const broken = findings.filter((finding) => finding.violations.length > 0)
  return (
    <Flex vertical gap={12}>
      <h1 className="visually-hidden">对得上</h1>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <span style={{ color: 'var(--ink-soft)' }}>
          {check.data ? `核对时间 ${timeText(check.data.checkedAt)}` : check.error ? '没有核对成' : '正在核对…'}
        </span>
        <Button type="primary" loading={check.isFetching} onClick={() => void check.refetch()}>
          重新核对
        </Button>
      </Flex>
      {check.error && <Alert type="error" showIcon title={check.error.message} />}
      {check.data && (
        <Alert
          type={broken.length > 0 ? 'error' : 'success'}
          showIcon
          title={
            broken.length > 0
              ? `有 ${broken.length} 项对不上，请联系维护人员`
              : `全部对得上，共核对 ${findings.length} 项`
          }
        />
      )}
      {!check.error && (
        <Table
          rowKey="name"
          size="small"
          pagination={false}
          loading={check.isLoading}
          dataSource={findings}
          expandable={{
            showExpandColumn: broken.length > 0,
            rowExpandable: (finding) => finding.violations.length > 0,
            defaultExpandedRowKeys: broken.map((finding) => finding.name),
            expandedRowRender: badRowsOf,
          }}
          columns={[
            { title: '结果', width: 90, render: (_, finding) => <Verdict holds={finding.violations.length === 0} /> },
            { title: '规则', dataIndex: 'title' },
            { title: '编号', dataIndex: 'name', width: 80, responsive: ['md'], render: numberOf },
            { title: '用时(毫秒)', dataIndex: 'milliseconds', width: 110, align: 'right', responsive: ['md'] },
          ]}
        />
      )}
    </Flex>
  )
}

/** The rule's number, as the books of the firm know it: I08 of `i08-ledger-equals-lines`. */
const numberOf = (name: string) => name.split('-')[0]?.toUpperCase()

const Verdict = ({ holds }: { holds: boolean }) =>
  holds ? (
    <span style={{ color: '#237804' }}>
      <CheckCircleFilled /> 对得上
    </span>
  ) : (
    <span style={{ color: '#a8071a' }}>
      <CloseCircleFilled /> 对不上
    </span>
  )

const BadRows = ({ rows }: { rows: Row[] }) => (
  <Table
    rowKey={(row) => JSON.stringify(row)}
    size="small"
    pagination={false}
    dataSource={rows}
    scroll={{ x: 'max-content' }}
    columns={Object.keys(rows[0] ?? {}).map((key) => ({
      title: key,
      dataIndex: key,
      render: (value: unknown) => String(value ?? ''),
    }))}
  />
)

const badRowsOf = (finding: { violations: Row[] }) => <BadRows rows={finding.violations} />
