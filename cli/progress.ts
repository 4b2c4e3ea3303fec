import type { Clock } from "../base/mod.ts";
import type { ResultRow, RunEvent } from "../lab/mod.ts";
import { paint, type Screen } from "./screen.ts";

/**
 * Shows a run as it goes, on stderr: one line an episode, and counters with the time left. A terminal keeps the counters
 * on one line at the foot; elsewhere each episode's line begins with them.
 *
 * @param screen Where.
 * @param clock Wall time, for the time left.
 * @returns What takes the run's events.
 */
export function showProgress(screen: Screen, clock: Clock): (event: RunEvent) => void {
  let total = 0;
  let done = 0;
  let inherited = 0;
  const counts = { ok: 0, no: 0, undecided: 0, missing: 0 };
  const started = clock.now();

  const counters = () => {
    const parts = [`${done}/${total}`, `ok ${counts.ok}`, `no ${counts.no}`];
    if (counts.undecided > 0) parts.push(`?? ${counts.undecided}`);
    if (counts.missing > 0) parts.push(`missing ${counts.missing}`);
    const here = done - inherited;
    if (here > 0 && done < total) parts.push(timeLeft(((clock.now() - started) / here) * (total - done)));
    return parts.join("  ");
  };
  const say = (line: string) => {
    if (screen.live) screen.err(`\r\x1b[K${line}\n  ${counters()}${done === total ? "\n" : ""}`);
    else screen.err(`${line}\n`);
  };
  const place = () => screen.live ? "  " : `  ${String(done).padStart(String(total).length)}/${total}  `;

  return (event) => {
    switch (event.type) {
      case "run.started":
        total = event.total;
        done = inherited = event.done;
        if (event.done > 0) screen.err(`  ${event.done} of ${event.total} episodes are there already\n`);
        break;
      case "episode.ended": {
        done++;
        const outcome = event.result.verdict.outcome;
        if (outcome === "success") counts.ok++;
        else if (outcome === "failure") counts.no++;
        else counts.undecided++;
        say(`${place()}${markOf(screen, outcome)}  ${episodeLine(event.result, event.wallMs)}`);
        break;
      }
      case "episode.retried":
        say(`${place()}${paint(screen, "dim", "..")}  ${event.id}  tried again: ${event.message}`);
        break;
      case "episode.missing":
        counts.missing++;
        say(`${place()}${paint(screen, "bad", "--")}  ${event.id}  never worked: ${event.message}`);
        break;
    }
  };
}

function markOf(screen: Screen, outcome: ResultRow["verdict"]["outcome"]): string {
  if (outcome === "success") return paint(screen, "good", "ok");
  return outcome === "failure" ? paint(screen, "bad", "no") : "??";
}

function episodeLine(row: ResultRow, wallMs: number): string {
  const words = [
    row.id.padEnd(52),
    `${String(row.steps.length).padStart(3)} steps`,
    `${(wallMs / 1000).toFixed(1)} s`.padStart(7),
  ];
  if (row.recalled.length > 0) words.push(`${row.recalled.length} groups`);
  if (row.end !== "finished") words.push(row.end);
  if (row.misses.length > 0) words.push(row.misses.length === 1 ? "1 miss" : `${row.misses.length} misses`);
  return words.join("  ");
}

function timeLeft(ms: number): string {
  return ms < 90_000
    ? `about ${Math.max(1, Math.round(ms / 1000))} s left`
    : `about ${Math.round(ms / 60_000)} min left`;
}
