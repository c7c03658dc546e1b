import type { ThemeConfig } from 'antd'

/** Design tokens. The style sheets read them as custom properties, `ink` as var(--ink). */
const tokens = {
  /** Theme colour (business/frame 9.2): fills, borders, marks; never text on white, its contrast is 2.5. */
  brand: '#56a8fe',
  /** The same fill under the pointer, and while it is pressed. */
  'brand-hover': '#7dbdff',
  'brand-press': '#3f95f0',
  /** Text and ticks on the three fills above; contrast 6.3, 7.9 and 5.0. */
  'on-brand': '#0a2440',
  /** Darker shade of it for text and links; contrast on white 5.6. */
  'brand-strong': '#1668be',
  'brand-deep': '#0f4f96',
  'brand-wash': '#eef6ff',
  ink: '#1f2937',
  'ink-soft': '#52606f',
  'ink-faint': '#5f6b78',
  line: '#e3e8ee',
  ground: '#f3f5f8',
  surface: '#ffffff',
  side: '#17263a',
  'side-deep': '#101c2c',
  'side-ink': '#c3cfdd',
  danger: '#c8323c',
  warning: '#a85f00',
  success: '#1c7a43',
  shadow: '0 1px 2px rgb(16 28 44 / 6%), 0 4px 16px rgb(16 28 44 / 5%)',
  font: "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif",
} as const

/** Side menu width in pixels (business/frame 9.2), and when folded. */
export const sideWidth = { open: 210, folded: 48 }

/** Makes the tokens known to the style sheets. */
export function applyTokens(): void {
  for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(`--${name}`, value)
}

/** Ticks: the theme colour with a dark mark on it. */
const onBrand = {
  colorPrimary: tokens.brand,
  colorPrimaryHover: tokens['brand-hover'],
  colorPrimaryActive: tokens['brand-press'],
  colorWhite: tokens['on-brand'],
}

/** The same tokens for antd. */
export const antdTheme: ThemeConfig = {
  token: {
    colorPrimary: tokens['brand-strong'],
    colorPrimaryHover: '#125aa8',
    colorPrimaryActive: tokens['brand-deep'],
    colorPrimaryBorder: tokens.brand,
    colorPrimaryBg: tokens['brand-wash'],
    colorPrimaryBgHover: '#dcecff',
    colorInfo: tokens['brand-strong'],
    colorLink: tokens['brand-strong'],
    colorLinkHover: tokens['brand-deep'],
    colorError: tokens.danger,
    colorWarning: tokens.warning,
    colorSuccess: tokens.success,
    // The grounds that antd derives from colours as dark as these are muddy.
    colorErrorBg: '#fdeeee',
    colorErrorBorder: '#f3bcbf',
    colorWarningBg: '#fff6e6',
    colorWarningBorder: '#f2d39b',
    colorSuccessBg: '#eaf7ee',
    colorSuccessBorder: '#b4dfc2',
    colorInfoBg: tokens['brand-wash'],
    colorInfoBorder: '#bcdcfe',
    // What may not be changed is still to be read.
    colorTextDisabled: '#5c6773',
    colorText: tokens.ink,
    colorTextSecondary: tokens['ink-soft'],
    colorTextTertiary: tokens['ink-faint'],
    colorTextPlaceholder: '#59636f',
    colorBorder: '#cfd7e0',
    colorBorderSecondary: tokens.line,
    colorBgLayout: tokens.ground,
    borderRadius: 4,
    fontSize: 13,
    fontFamily: tokens.font,
    // Nothing moves: a movement that is cut short leaves its picture behind, such as the wheel of a button that has long answered.
    motion: false,
  },
  components: {
    // The primary colour stays the shade that can be read on white; where it is a fill it is the theme colour.
    Button: { primaryColor: tokens['on-brand'], primaryShadow: 'none' },
    Checkbox: onBrand,
    Radio: onBrand,
    Tree: onBrand,
    TreeSelect: onBrand,
    Switch: { ...onBrand, colorTextLightSolid: tokens['on-brand'] },
    Segmented: { itemSelectedBg: tokens.brand, itemSelectedColor: tokens['on-brand'] },
    Tabs: { inkBarColor: tokens.brand },
    Input: { activeBorderColor: tokens.brand, hoverBorderColor: tokens.brand },
    InputNumber: { activeBorderColor: tokens.brand, hoverBorderColor: tokens.brand },
    Select: { activeBorderColor: tokens.brand, hoverBorderColor: tokens.brand },
    DatePicker: {
      activeBorderColor: tokens.brand,
      hoverBorderColor: tokens.brand,
      colorPrimary: tokens.brand,
      colorTextLightSolid: tokens['on-brand'],
    },
    Menu: {
      darkItemBg: tokens.side,
      darkSubMenuItemBg: tokens['side-deep'],
      darkItemColor: tokens['side-ink'],
      darkItemHoverBg: 'rgb(255 255 255 / 7%)',
      darkItemSelectedBg: tokens.brand,
      darkItemSelectedColor: tokens['on-brand'],
      itemHeight: 36,
      itemMarginInline: 6,
      itemBorderRadius: 4,
    },
    Table: { headerBg: '#f6f8fa', headerSplitColor: tokens.line, cellPaddingBlockSM: 5, cellPaddingInlineSM: 8 },
  },
}
