import { Modal } from 'antd'

const clauses: [title: string, text: string][] = [
  [
    '服务内容',
    '车铺向注册企业提供配件进销存、维修业务、往来结算与统计的在线管理功能。企业须经平台审核通过后方可使用。',
  ],
  [
    '企业与账号',
    '申请人应为企业的法定代表人或经其授权的人员，所填资料应真实、准确、完整。管理员账号由企业保管，账号下的操作视为企业行为。',
  ],
  [
    '数据归属',
    '企业录入和产生的业务数据归企业所有。平台仅为提供服务、保障安全和履行法定义务而处理这些数据，不向第三方出售。',
  ],
  [
    '个人信息',
    '平台处理申请人的姓名、手机号和营业执照信息，用于身份核验、审核与联系。企业录入客户和员工的个人信息时，应已取得其同意。',
  ],
  [
    '使用规范',
    '企业不得利用本服务从事违法活动，不得攻击、干扰服务或窃取他人数据。平台发现违法使用的，可暂停服务并依法报告。',
  ],
  [
    '数据安全',
    '平台采取加密、访问控制、操作留痕等措施保护数据。企业应妥善设置密码和岗位权限，发现异常应及时通知平台。',
  ],
  [
    '服务变更与终止',
    '企业可随时停止使用，并可在停用前导出数据。平台调整或终止服务的，应提前通知，并给予合理的数据导出时间。',
  ],
  ['争议解决', '因本协议产生的争议，双方应友好协商；协商不成的，提交平台运营方所在地有管辖权的人民法院处理。'],
]

/** 车铺服务协议 in full; answers whether the reader agrees. */
export function Agreement(props: { onClose: (agreed: boolean) => void }) {
  return (
    <Modal
      open
      title="车铺服务协议"
      width={640}
      okText="同意"
      cancelText="关闭"
      onOk={() => props.onClose(true)}
      onCancel={() => props.onClose(false)}
    >
      <ol className="register-clauses">
        {clauses.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
