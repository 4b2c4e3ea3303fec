import type { StreamFrame } from "../archive/stream_log.ts";
import type { MatchResult } from "../match/match_result.ts";
import type { ReplaySession } from "../match/replay_session.ts";
import { redactorOf } from "../request/redaction.ts";
import { eventStreamText } from "./event_stream.ts";
import type { LoopbackRequest } from "./loopback_server.ts";
import { handshakeProtocol, pageSocket, playWebSocket, readWebSocketWish } from "./play_websocket.ts";

/**
 * Gives an answer that is an event stream the form that a page wants; any other answer comes back as it is.
 *
 * @param session The session that decided.
 * @param response The answer so far.
 * @param result The decision; nothing where a handler of the user's answered.
 * @param gaps Whether the page delivers events by its own clock.
 * @returns The answer: the recorded events, or 204 where the stream was used up, which tells an EventSource not to come back.
 */
export async function answerEventStream(
  session: ReplaySession,
  response: Response,
  result: MatchResult | undefined,
  gaps: boolean,
): Promise<Response> {
  if (result?.answer.type !== "response" || result.answer.body.from !== "stream") return response;
  await response.body?.cancel();
  if (result.exhausted) return new Response(null, { status: 204 });
  const log = await session.archive.stream(result.answer.body.ref);
  return new Response(eventStreamText(log, gaps), { status: response.status, headers: response.headers });
}

/**
 * Answers a WebSocket from a recording, or closes it with 1011 where the recording does not hold it.
 *
 * @param session The session that decided.
 * @param result The decision.
 * @param asked The page's request.
 * @param upgrade Takes the page's connection over.
 * @returns The answer to the handshake.
 */
export async function answerWebSocket(
  session: ReplaySession,
  { answer }: MatchResult,
  asked: LoopbackRequest,
  upgrade: NonNullable<LoopbackRequest["upgrade"]>,
): Promise<Response> {
  const wish = readWebSocketWish(asked.headers["sec-websocket-protocol"]);
  if (answer.type !== "websocket") {
    const { socket, response } = upgrade(handshakeProtocol(wish, wish.protocols[0] ?? ""));
    const page = pageSocket(socket, wish, () => {}, () => {});
    socket.addEventListener("open", () => page.close(1011, "not in the recording"));
    return response;
  }
  const redactor = redactorOf(session.archive.manifest.redaction.key);
  const frames = await session.archive.stream(answer.log);
  const agreed = answer.headers.find(([name]) => name === "sec-websocket-protocol")?.[1] ?? "";
  const { socket, response } = upgrade(handshakeProtocol(wish, agreed));
  let take: (frame: StreamFrame) => void = () => {};
  const page = pageSocket(socket, wish, (frame) => take(frame), () => {});
  socket.addEventListener("open", () => {
    page.open(agreed);
    take = playWebSocket(frames, page, (text) => redactor.text(text), (reason) => session.miss(asked, reason));
  });
  return response;
}
