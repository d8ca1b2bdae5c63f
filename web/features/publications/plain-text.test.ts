import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it('has the words without tags, with the letters that HTML spells out', () => {
  expect(
    plainText('<h2 id="h-a">Ком</h2>\n<p>Липа &#39;Greenspire&#39; &lt;18&gt; &amp;<br>&quot;ель&quot; &amp;lt;</p>'),
  ).toBe('Ком Липа \'Greenspire\' <18> & "ель" &lt;')
})
