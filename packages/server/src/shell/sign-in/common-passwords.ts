/** What people choose when nobody stops them, in lower case; what repeats or counts is found by its form. */
const words = new Set(
  `123123 123321 123456a 123456b 1234567a 12345678a 123456789a 1234567890 a123456 a1234567 a12345678 a123456789 aa123456 aaa123456
  abc123 abc1234 abc12345 abc123456 abcd123 abcd1234 abcd12345 abcd123456 abcde12345 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t
  q1w2e3 q1w2e3r4 qaz123 qazwsx qazwsx123 qazwsxedc qwe123 qwer1234 qwerasdf qwert12345 qwerty qwerty1 qwerty12 qwerty123 qwerty1234
  qwertyuiop asdfgh asdfghjk asdfghjkl asd123 asdf1234 zxc123 zxcvbn zxcvbnm zxcvbnm123 poiuyt mnbvcxz 1234qwer 123qwe 123qweasd
  123qweasdzxc 12qwaszx 147258 147258369 159357 159753 258456 741852 741852963 789456 789456123 963852741 987654 a1b2c3 a1b2c3d4
  5201314 520520 5211314 1314520 13145201314 7758521 7758258 woaini woaini1 woaini123 woaini520 woaini521 woaini1314 woaini5201314 iloveyou
  iloveyou1 iloveu 520131 1314521 ilove123 loveyou lovely love123 wodemima mima123 mima1234 mima123456 nihao123 zhang123 wang123 wangwei
  zhangwei xiaoming wangjing password password1 password12 password123 password1234 passw0rd p_ssw0rd pass123 pass1234 passwd root123
  root1234 root123456 admin123 admin1234 admin12345 admin123456 admin888 admin666 administrator adminadmin admin_123 manager manager1
  manager123 system system123 test123 test1234 test123456 testtest guest123 user123 user1234 user123456 welcome welcome1 welcome123
  login123 master master123 monkey dragon football baseball superman batman sunshine princess shadow michael jordan23 computer internet
  letmein trustno1 whatever freedom hello123 hello1234 changeme default secret123 server123 oracle123 mysql123 redhat123 huawei123
  a5201314 q123456 q123456789 w123456 z123456 zz123456 s123456 x123456 y123456 l123456 wang123456 li123456 zhang123456 liu123456 qq123456
  qq123123 qq5201314 wx123456 abc_123 chepu123 chepu1234 chepu123456 qipei123 qixiu123 gongsi123 laoban123 boss123 boss1234 boss123456`.split(
    /\s+/,
  ),
)

const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const reversed = (text: string) => [...text].toReversed().join('')

/**
 * Whether a password is among the first that somebody would try: a common word, one sign or a short pattern again and again,
 * a piece of a row of the keyboard, or the user's own name or number with little added.
 */
export function isCommon(password: string, own: readonly string[]): boolean {
  const typed = password.toLowerCase()
  const isRow = rows.some((row) => row.includes(typed) || reversed(row).includes(typed))
  const isOwn = own.some((name) => name !== '' && typed.includes(name.toLowerCase()) && typed.length - name.length <= 4)
  return words.has(typed) || /^(.{1,3})\1+$/.test(typed) || isRow || isOwn
}

/** Said at the field of a new password. */
export const commonPassword = '密码过于常见，容易被猜中，请换一个'
