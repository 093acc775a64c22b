package dev.sluice.it.store;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What can happen to a request, and what a store, or something in its place, can answer. */
public enum StoreFault {
  /** The answer ends in the middle of its body, or of its head where it has no body. */
  CUT(Exchange::cut),
  /** The connection ends without an answer, and the store has never seen the request. */
  CLOSED(Exchange::close),
  /** The same, as a network does it. */
  RESET(Exchange::reset),
  /** The store has done what was asked for, and nobody is told. */
  ANSWER_LOST(Exchange::loseAnswer),
  DELAYED(Exchange::delay),
  /** Nothing comes any more, and the connection stays. */
  STALLED(Exchange::stall),
  /** Something that is not HTTP. */
  GARBAGE(exchange -> exchange.say("SSH-2.0-OpenSSH_9.6\r\n")),
  /** A server of pages. */
  PAGE(exchange -> exchange.answer(Forgery.page())),
  INTERNAL_ERROR(exchange -> exchange.answer(Forgery.error(500, "InternalError"))),
  SLOW_DOWN(exchange -> exchange.answer(Forgery.error(503, "SlowDown"))),
  /** A gateway before the store, whose body is not XML. */
  BAD_GATEWAY(exchange -> exchange.answer(Forgery.text(503, "no healthy upstream"))),
  ACCESS_DENIED(exchange -> exchange.answer(Forgery.error(403, "AccessDenied"))),
  SKEWED(exchange -> exchange.answer(Forgery.error(403, "RequestTimeTooSkewed"))),
  EXPIRED(exchange -> exchange.answer(Forgery.error(403, "ExpiredToken"))),
  EXPIRED_BAD_REQUEST(exchange -> exchange.answer(Forgery.error(400, "ExpiredToken"))),
  MOVED(exchange -> exchange.answer(Forgery.error(301, "PermanentRedirect"))),
  REDIRECTED(exchange -> exchange.answer(Forgery.error(307, "TemporaryRedirect"))),
  CONFLICT(exchange -> exchange.answer(Forgery.error(409, "ConditionalRequestConflict"))),
  NOT_FOUND(exchange -> exchange.answer(Forgery.error(404, "NoSuchKey"))),
  /** An error that is said to be none. */
  ERROR_IN_OK(exchange -> exchange.answer(Forgery.error(200, "InternalError"))),
  /** A store that does not know the condition of a write, as far as its clients can see. */
  OVERWRITTEN(Exchange::overwrite),
  /** What is still there is said to be deleted. */
  NOT_DELETED(exchange -> exchange.answer(Forgery.text(204, "")));

  /** Those that are over when the same is asked for again. */
  public static final List<StoreFault> PASSING =
      List.of(
          CUT,
          CLOSED,
          RESET,
          ANSWER_LOST,
          DELAYED,
          STALLED,
          PAGE,
          INTERNAL_ERROR,
          SLOW_DOWN,
          BAD_GATEWAY,
          CONFLICT,
          ERROR_IN_OK);

  private final Effect effect;

  StoreFault(Effect effect) {
    this.effect = effect;
  }

  /** What is done to an exchange. */
  @FunctionalInterface
  private interface Effect {
    void on(Exchange exchange) throws IOException;
  }

  void strike(Exchange exchange) throws IOException {
    effect.on(exchange);
  }

  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
