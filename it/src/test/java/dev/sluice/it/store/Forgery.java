package dev.sluice.it.store;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Answers that the store has not given. */
final class Forgery {
  /** What an operator of a store looks for in its log. */
  static final String REQUEST_ID = "FORGED0123456789";

  private Forgery() {}

  /** An error as S3 tells it. */
  static HttpMessage error(int status, String code) {
    return message(
        status,
        "application/xml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Error><Code>%s</Code><Message>%s, as forged.</Message><RequestId>%s</RequestId></Error>
        """
            .formatted(code, code, REQUEST_ID));
  }

  /** An object is written. */
  static HttpMessage written() {
    return message(200, "text/plain\nETag: \"forged\"", "");
  }

  static HttpMessage text(int status, String body) {
    return message(status, "text/plain", body);
  }

  static HttpMessage page() {
    return message(
        200,
        "text/html",
        "<!DOCTYPE html>\n"
            + "<html><head><title>Welcome<meta charset=utf-8></head><p>Log in<br></html>");
  }

  private static HttpMessage message(int status, String type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        """
        HTTP/1.1 %d Forged
        Date: %s
        Content-Type: %s
        Content-Length: %d
        x-amz-request-id: %s

        """
            .formatted(status, now(), type, bytes.length, REQUEST_ID)
            .replace("\n", "\r\n");
    return new HttpMessage(head.getBytes(StandardCharsets.US_ASCII), bytes);
  }

  private static String now() {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
  }
}
