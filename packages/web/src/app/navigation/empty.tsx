/** Screen key Empty (business/frame 2.3): a page of the menu that has nothing of its own to show. */
export default function Empty() {
  return <p className="empty-page soft">此页面暂无内容</p>
}
