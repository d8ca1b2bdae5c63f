import type { Email } from './mail.ts'

interface Content {
  to: string
  subject: string
  /** Paragraphs before the link and after it. */
  before: string[]
  button?: { label: string; link: string }
  after: string[]
  /** Below everything else: how not to get such emails any more, and where mail programs do it themselves. */
  unsubscribe?: { label: string; link: string; postUrl: string }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** Addresses in it break where a phone has no room. */
const paragraph = (html: string) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${html}</p>`

function buttonHtml({ label, link }: NonNullable<Content['button']>): string {
  const address = escaped(link)
  return [
    '<p style="margin:8px 0 20px">',
    `<a href="${address}" style="display:inline-block;padding:14px 24px;border-radius:5px;`,
    `background:#1f5b3b;color:#fbf8ee;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`,
    '<p style="margin:0 0 16px;font-size:14px;color:#566055">Если кнопка не открывается, скопируйте адрес:<br>',
    `<a href="${address}" style="color:#1f5b3b;word-break:break-all">${address}</a></p>`,
  ].join('\n')
}

const unsubscribeHtml = ({ label, link }: NonNullable<Content['unsubscribe']>) =>
  `<p style="margin:8px 4px 0;font-size:14px"><a href="${escaped(link)}" style="color:#566055">${escaped(label)}</a></p>`

/** One column that fits a phone; the same words as the text. */
function htmlOf({ subject, before, button, after, unsubscribe }: Content): string {
  return `<!DOCTYPE html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f6f3ea;color:#1d2820;${sans};font-size:16px;line-height:1.55">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 20px;font-family:Georgia,'Times New Roman',serif;font-size:22px;color:#1f5b3b">Дендро</p>
<div style="padding:24px 20px 8px;background:#fefcf7;border:1px solid #dad4c3;border-radius:8px">
<h1 style="margin:0 0 16px;font-family:Georgia,'Times New Roman',serif;font-size:22px;line-height:1.3;font-weight:500">
${escaped(subject)}</h1>
${before.map(text => paragraph(escaped(text))).join('\n')}
${button ? buttonHtml(button) : ''}
${after.map(text => paragraph(escaped(text))).join('\n')}
</div>
<p style="margin:16px 4px 0;font-size:14px;color:#566055">Дендро: растения для ландшафтного дизайна</p>
${unsubscribe ? unsubscribeHtml(unsubscribe) : ''}
</div>
</body>
</html>
`
}

/** The link is on its own line. */
function textOf({ before, button, after, unsubscribe }: Content): string {
  const link = button ? [`${button.label}:\n${button.link}`] : []
  const end = unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.link}`] : []
  return `${[...before, ...link, ...after, 'Дендро: растения для ландшафтного дизайна', ...end].join('\n\n')}\n`
}

/** An email of this content, as text and as HTML. */
export function compose(content: Content): Email {
  const { to, subject, button, unsubscribe } = content
  return {
    to,
    subject,
    text: textOf(content),
    html: htmlOf(content),
    ...(button ? { link: button.link } : {}),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.postUrl } : {}),
  }
}
