import { expect, it } from 'vitest'
import { plainText } from './article-data.ts'

it('has the text without tags and with decoded entities', () => {
  expect(
    plainText('<h2 id="h-a">Ком</h2>\n<p>Липа &#39;Greenspire&#39; &lt;18&gt; &amp;<br>&quot;ель&quot; &amp;lt;</p>'),
  ).toBe('Ком Липа \'Greenspire\' <18> & "ель" &lt;')
})
