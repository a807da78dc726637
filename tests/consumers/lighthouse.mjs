// Audit pages with Lighthouse.
//
//     node lighthouse.mjs PORT ADDRESS...
//
// prints one JSON object: for each page the audits that it fails, and its score for best practices. The browser
// listens for commands on the port.

import lighthouse from 'lighthouse'

const [port, ...addresses] = process.argv.slice(2)
const flags = { port: Number(port), logLevel: 'error', onlyCategories: ['accessibility', 'best-practices'] }
const found = {}
for (const address of addresses) {
  const { lhr } = await lighthouse(address, flags)
  const audits = Object.entries(lhr.audits)
  found[address] = {
    failed: audits.filter(([, { score }]) => score !== null && score < 1).map(([name]) => name),
    best: lhr.categories['best-practices'].score,
  }
}
console.log(JSON.stringify(found))
