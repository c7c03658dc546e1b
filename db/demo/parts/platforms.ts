/** Vehicles that share a part: the maker whose OE numbers are quoted, a short label for the name, and series with years. */
interface Platform {
  carBrandName: string
  label: string
  models: string[]
}

function platform(carBrandName: string, label: string, ...models: string[]): Platform {
  return { carBrandName, label, models }
}

/** Years are demo values close to reality, not a fitment reference. */
export const platforms = {
  vw14: platform('大众', '朗逸/速腾1.4T', '大众 朗逸 2015-2022', '大众 速腾 2015-2019'),
  vw16: platform('大众', '朗逸/速腾1.6', '大众 朗逸 2011-2017', '大众 速腾 2010-2014'),
  vw18: platform('大众', '迈腾/A4L 2.0T', '大众 迈腾 2012-2019', '奥迪 A4L 2013-2018'),
  vwMqb: platform('大众', '迈腾/速腾/朗逸', '大众 迈腾 2017-2023', '大众 速腾 2019-2023', '大众 朗逸 2018-2023'),
  toyota: platform(
    '丰田',
    '卡罗拉/RAV4荣放/凯美瑞',
    '丰田 卡罗拉 2014-2022',
    '丰田 RAV4荣放 2013-2022',
    '丰田 凯美瑞 2015-2023',
  ),
  corolla: platform('丰田', '卡罗拉', '丰田 卡罗拉 2014-2022'),
  camry: platform('丰田', '凯美瑞', '丰田 凯美瑞 2012-2017'),
  rav4: platform('丰田', 'RAV4荣放', '丰田 RAV4荣放 2016-2019'),
  honda: platform('本田', '雅阁/CR-V/思域', '本田 雅阁 2014-2022', '本田 CR-V 2012-2021', '本田 思域 2016-2021'),
  accord: platform('本田', '雅阁', '本田 雅阁 2008-2013'),
  nissan: platform('日产', '轩逸/天籁/逍客', '日产 轩逸 2012-2021', '日产 天籁 2013-2018', '日产 逍客 2016-2022'),
  sylphy: platform('日产', '轩逸', '日产 轩逸 2012-2019'),
  buick: platform('别克', '英朗/君威', '别克 英朗 2015-2021', '别克 君威 2014-2020'),
  haval: platform('哈弗', 'H6', '哈弗 H6 2017-2022'),
  domestic: platform(
    '吉利',
    '帝豪/博越/CS75 PLUS',
    '吉利 帝豪 2014-2021',
    '吉利 博越 2016-2021',
    '长安 CS75 PLUS 2019-2023',
    '五菱 宏光 2013-2021',
  ),
  byd: platform('比亚迪', '秦PLUS/宋PLUS', '比亚迪 秦PLUS DM-i 2021-2023', '比亚迪 宋PLUS 2021-2023'),
  lavida: platform('大众', '朗逸', '大众 朗逸 2018-2022'),
  bmw3: platform('宝马', '3系', '宝马 3系 2013-2019'),
  benzC: platform('奔驰', 'C级', '奔驰 C级 2015-2021'),
  tesla3: platform('特斯拉', 'Model 3', '特斯拉 Model 3 2019-2023'),
  truck: platform('一汽解放', 'J6P/天龙/欧曼', '一汽解放 J6P 2012-2022', '东风 天龙 2012-2022', '福田 欧曼 2012-2021'),
  j6p: platform('一汽解放', 'J6P', '一汽解放 J6P 2012-2022'),
  tianlong: platform('东风', '天龙', '东风 天龙 2012-2022'),
  auman: platform('福田', '欧曼', '福田 欧曼 2012-2021'),
} satisfies Record<string, Platform>

export type PlatformKey = keyof typeof platforms
