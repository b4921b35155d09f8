import { html, raw } from 'hono/html'
import { PRODUCT } from '../../contract/limits.ts'
import type { Fact, MailContent } from './compose.ts'

// Mail programs are old: tables for the layout, styles on each element, no script and nothing from elsewhere. The style
// sheet in the head is only for the dark, and for programs that read it.

const INK = '#0e1320'
const QUIET = '#545b6b'
const PAPER = '#faf7f2'
const CARD = '#ffffff'
const LINE = '#e4ded3'
const FLARE = '#d6361b'
/** The flare as text on paper. */
const FLARE_TEXT = '#c02f16'
/** Without quotes: some programs drop a style that has them. */
const FONT =
  'font-family:Archivo,-apple-system,Segoe UI,Roboto,Noto Sans Bengali,Noto Sans Arabic,Helvetica,Arial,sans-serif'
/** Long words are broken: a name may have 80 letters. */
const BROKEN = 'word-break:break-word;overflow-wrap:anywhere'

const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #0b0f1a !important; }
  .card { background-color: #171d2c !important; border-color: #d6361b #2c3448 #2c3448 !important; }
  .ink { color: #f4f1ea !important; }
  .quiet { color: #b4bac8 !important; }
  .line { border-color: #3a435a !important; }
  .flare { color: #ff7a60 !important; }
}
[data-ogsc] .ink { color: #f4f1ea !important; }
[data-ogsc] .quiet { color: #b4bac8 !important; }
[data-ogsb] .paper { background-color: #0b0f1a !important; }
[data-ogsb] .card { background-color: #171d2c !important; }
`

/** A table that only arranges. Programs that know no maximum width have 600 pixels. */
const TABLE = raw('role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0"')

/** A mail as HTML. All texts are escaped. */
export function htmlOf(content: MailContent): string {
  const { language, direction, subject, title, heading, sentence, quote, facts, code, calendar, button, footer, stop } =
    content
  const start = direction === 'rtl' ? 'right' : 'left'
  return `${html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${raw(DARK)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${PAPER};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${sentence}</div>
<div role="main">
<table ${TABLE} class="paper" dir="${direction}" style="background-color:${PAPER}"><tr><td align="center" style="padding:24px 12px">
<table ${TABLE} style="max-width:600px">
<tr><td class="flare" align="${start}" style="${FONT};padding:0 4px 12px;font-size:18px;font-weight:800;color:${FLARE_TEXT}">${PRODUCT}</td></tr>
<tr><td class="card" align="${start}" style="${FONT};${BROKEN};padding:28px 24px;background-color:${CARD};border:1px solid ${LINE};border-top:4px solid ${FLARE};border-radius:12px">
<p class="quiet" style="margin:0 0 6px;font-size:15px;line-height:22px;color:${QUIET}"><bdi>${title}</bdi></p>
<h1 class="ink" style="margin:0 0 14px;font-size:28px;line-height:34px;font-weight:800;color:${INK}">${heading}</h1>
<p class="ink" style="margin:0;font-size:17px;line-height:26px;color:${INK}">${sentence}</p>
${quote ? quoteOf(quote, start) : ''}
${facts.length > 0 ? html`<table ${TABLE} style="margin-top:20px">${facts.map(factOf)}</table>` : ''}
${code ? codeOf(code) : ''}
<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin-top:28px"><tr><td align="center" bgcolor="${FLARE}" style="border-radius:10px;background-color:${FLARE}"><a href="${button.url}" style="${FONT};display:inline-block;padding:13px 26px;font-size:17px;line-height:22px;font-weight:700;color:#ffffff;text-decoration:none;border-radius:10px">${button.label}</a></td></tr></table>
${calendar ? html`<p class="quiet" style="margin:16px 0 0;font-size:15px;line-height:22px;color:${QUIET}">${calendar.hint}</p>` : ''}
</td></tr>
<tr><td class="quiet" align="${start}" style="${FONT};padding:18px 4px 0;font-size:14px;line-height:21px;color:${QUIET}">
${footer.map((line) => html`<p style="margin:0 0 6px">${line}</p>`)}
${stop ? html`<p style="margin:12px 0 0"><a class="quiet" href="${stop.url}" style="display:inline-block;padding:10px 0;color:${QUIET};text-decoration:underline">${stop.label}</a></p>` : ''}
</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`}`
}

const factOf = ({ label, value, isCode, isOver }: Fact) => html`
<tr><td style="padding:0 0 14px">
<div class="quiet" style="font-size:14px;line-height:20px;color:${QUIET}">${label}</div>
<div class="${isOver ? 'quiet' : 'ink'}" style="font-size:18px;line-height:26px;${isOver ? `text-decoration:line-through;color:${QUIET}` : `font-weight:700;color:${INK}`}"><bdi${isCode ? raw(' dir="ltr"') : ''}>${value}</bdi></div>
</td></tr>`

const quoteOf = ({ who, text, notOurs }: NonNullable<MailContent['quote']>, start: string) => html`
<p class="quiet" style="margin:22px 0 8px;font-size:15px;line-height:22px;color:${QUIET}">${who}</p>
<table ${TABLE}><tr><td class="line ink" dir="auto" style="padding:2px 0;padding-${start}:16px;border-${start}:4px solid ${LINE};font-size:17px;line-height:26px;color:${INK}">${text.split('\n').map((line, at) => (at > 0 ? html`<br>${line}` : line))}</td></tr></table>
<p class="quiet" style="margin:8px 0 0;font-size:14px;line-height:20px;color:${QUIET}">${notOurs}</p>`

const codeOf = ({ cid, shown, label, hint, alt }: NonNullable<MailContent['code']>) => html`
<table ${TABLE} style="margin-top:14px"><tr><td class="line" align="center" style="padding:20px 12px;border:1px solid ${LINE};border-radius:12px">
<div class="quiet" style="font-size:14px;line-height:20px;color:${QUIET}">${label}</div>
<div class="ink" dir="ltr" style="margin:4px 0 12px;font-size:24px;line-height:30px;font-weight:800;letter-spacing:2px;color:${INK}">${shown}</div>
<img src="cid:${cid}" alt="${alt}" width="200" height="200" style="display:block;width:200px;height:200px;border:0;border-radius:8px;background-color:#ffffff">
<div class="ink" style="margin-top:12px;font-size:15px;line-height:22px;color:${INK}">${hint}</div>
</td></tr></table>`
