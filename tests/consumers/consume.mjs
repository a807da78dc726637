// Read an exported bibliography with programs in JavaScript.
//
//     node consume.mjs bib|biblatex|csl|ris FILE [--words]
//
// prints one JSON object: for each program its complaints and the items that it sees, or only their number.
// --words: citation-js also formats every item in a style, which takes long for thousands of items.

import { readFileSync } from 'node:fs'

const [kind, file, ...options] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')

const bibtex = {
  'bibtex-parser': async () => {
    const { parse } = await import('@retorquere/bibtex-parser')
    const found = parse(text, { sentenceCase: false, unsupported: 'ignore' })
    return {
      complaints: found.errors.map(e => e.error ?? JSON.stringify(e)),
      items: found.entries.map(({ key, fields }) => ({
        key,
        title: fields.title,
        first: (fields.author ?? fields.editor)?.map(a => a.lastName ?? a.name)[0],
        year: fields.year ?? fields.date,
        doi: fields.doi,
      })),
    }
  },
  'bibtex-tidy': async () => {
    const { default: { tidy } } = await import('bibtex-tidy')
    const found = tidy(text, { duplicates: ['key'] })
    return { complaints: found.warnings.map(w => `${w.code}: ${w.message}`), count: found.count }
  },
}

const seen = {
  bib: {
    'citation-js': () => citationJs('@citation-js/plugin-bibtex', '@bibtex/text'),
    ...bibtex,
    astrocite: async () => csl((await import('astrocite-bibtex')).parse(text)),
  },
  biblatex: {
    'citation-js': () => citationJs('@citation-js/plugin-bibtex', '@biblatex/text'),
    ...bibtex,
  },
  csl: { 'citation-js': () => citationJs('@citation-js/plugin-csl', '@csl/list+object') },
  ris: {
    'citation-js': () => citationJs('@citation-js/plugin-ris', '@ris/file'),
    astrocite: async () => csl((await import('astrocite-ris')).parse(text)),
  },
}

/** Return the items that citation-js reads, its warnings, and the items that it omits from a formatted list. */
async function citationJs(plugin, form) {
  const { Cite, logger } = await import('@citation-js/core')
  await import(plugin)
  await import('@citation-js/plugin-csl')
  const complaints = []
  const report = (...words) => complaints.push(words.map(String).join(' '))
  Object.assign(logger, { unmapped: report, warn: report, error: report })
  const data = form.startsWith('@csl') ? JSON.parse(text) : text
  const cite = new Cite(data, { forceType: form, generateGraph: false })
  if (options.includes('--words')) {
    const html = cite.format('bibliography', { format: 'html', template: 'apa' })
    const shown = html.split('class="csl-entry"').length - 1
    if (shown !== cite.data.length) complaints.push(`${shown} of ${cite.data.length} items formatted`)
    if (/<script|<img|href="javascript:/i.test(html)) complaints.push('markup of a field is active in its output')
  }
  return { ...csl(cite.data), complaints }
}

/** Return the facts of CSL-JSON items. */
function csl(items) {
  return {
    complaints: [],
    items: items.map(item => ({
      key: String(item['citation-key'] ?? item.id),
      title: item.title,
      first: (item.author ?? item.editor)?.map(p => p.literal ?? p.family ?? p.given)[0],
      year: item.issued?.['date-parts']?.[0]?.[0] ?? item.issued?.raw ?? item.issued?.literal,
      doi: item.DOI,
    })),
  }
}

const out = {}
for (const [program, read] of Object.entries(seen[kind])) {
  try {
    out[program] = await read()
  } catch (error) {
    out[program] = { complaints: [`stopped: ${error?.message ?? error}`], items: [] }
  }
}
console.log(JSON.stringify(out))
