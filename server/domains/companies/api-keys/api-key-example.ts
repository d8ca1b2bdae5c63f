/** How a program sends a price list, for the page that describes the API; a test runs these very lines. */
export const apiKeyExample = (
  publicUrl: string,
): string => `# Ключ создаёт сотрудник компании на странице «Моя компания»: DENDRO_KEY=dk_…
list=$(curl -sS --fail-with-body -H "Authorization: Bearer $DENDRO_KEY" \\
  -F "file=@price.csv" ${publicUrl}/api/price-lists/ |
  grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)

# Файл читается в фоне, обычно несколько секунд.
for try in $(seq 90); do
  status=$(curl -sS --fail-with-body -H "Authorization: Bearer $DENDRO_KEY" \\
    ${publicUrl}/api/price-lists/$list/ | grep -o '"status":"[a-z_]*"')
  [ "$status" = '"status":"reading"' ] || break
  sleep 1
done

# missing: что делать с размерами, которых в файле нет: keep, sold_out или unpublish.
curl -sS --fail-with-body -H "Authorization: Bearer $DENDRO_KEY" \\
  -H "Content-Type: application/json" -d '{"missing":"keep"}' \\
  ${publicUrl}/api/price-lists/$list/apply/
`

export const apiDescription = (publicUrl: string): string => `API маркетплейса ландшафтных растений.

**Прайс-лист из учётной программы.** Вызовы, у которых указан \`apiKey\`, отвечают и программам: ключ компании (\`dk_…\`) стоит там же, где токен человека, и действует, пока создавший его человек работает в компании. Сам ключ показывают один раз, отозвать его можно в любой момент.

\`\`\`sh
${apiKeyExample(publicUrl)}\`\`\`
`
