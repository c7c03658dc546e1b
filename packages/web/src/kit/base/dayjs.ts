import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

// A calendar writes months and weekdays in the language that stands here; lists and the frame have no calendar of their own.
dayjs.locale('zh-cn')

export default dayjs
