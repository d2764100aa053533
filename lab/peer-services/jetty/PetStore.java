// Jetty with Jackson: a servlet written with care, every reply in one place.
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletHandler;
import org.eclipse.jetty.servlet.ServletHolder;

public class PetStore extends HttpServlet {
  static final Map<String, String> KEYS = Map.of("peer-key", "free", "peer-key-2", "free", "peer-pro-key", "pro");
  static final Map<String, Integer> PER_MINUTE = Map.of("free", 60, "pro", 300, "business", 1000);
  static final Set<String> STATUSES = Set.of("available", "pending", "sold");
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static class Refusal extends Exception {
    final int status;
    final String code;

    Refusal(int status, String code, String message) {
      super(message);
      this.status = status;
      this.code = code;
    }
  }

  /** A sliding log: a request is admitted when fewer than the limit were in the last sixty seconds. */
  static class Log {
    final ArrayDeque<Long> admitted = new ArrayDeque<>();
  }

  final Map<String, Log> logs = new ConcurrentHashMap<>();
  final List<ObjectNode> pets = new ArrayList<>();

  @Override
  protected void service(HttpServletRequest req, HttpServletResponse res) throws IOException {
    try {
      String authorization = req.getHeader("Authorization");
      String key = authorization != null && authorization.regionMatches(true, 0, "Bearer ", 0, 7) ? authorization.substring(7).trim() : "";
      String plan = KEYS.get(key);
      meter(plan == null ? "address " + req.getRemoteAddr() : key, PER_MINUTE.get(plan == null ? "free" : plan), res);
      if (plan == null) {
        res.setHeader("WWW-Authenticate", "Bearer");
        throw new Refusal(401, "auth.invalid_key", "Missing or invalid API key");
      }
      route(req, res);
    } catch (Refusal refusal) {
      ObjectNode body = NODES.objectNode();
      body.put("code", refusal.code).put("message", refusal.getMessage()).put("status", refusal.status);
      send(res, refusal.status, body);
    }
  }

  void meter(String caller, int limit, HttpServletResponse res) throws Refusal {
    Log log = logs.computeIfAbsent(caller, any -> new Log());
    synchronized (log) {
      long now = System.currentTimeMillis();
      while (!log.admitted.isEmpty() && log.admitted.peekFirst() <= now - 60_000) log.admitted.pollFirst();
      boolean admit = log.admitted.size() < limit;
      if (admit) log.admitted.addLast(now);
      long oldest = log.admitted.peekFirst();
      long reset = (oldest + 60_000 + 999) / 1000;
      res.setIntHeader("X-RateLimit-Limit", limit);
      res.setIntHeader("X-RateLimit-Remaining", limit - log.admitted.size());
      res.setHeader("X-RateLimit-Reset", Long.toString(reset));
      if (!admit) {
        res.setHeader("Retry-After", DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.ofEpochSecond(reset).atOffset(ZoneOffset.UTC)));
        throw new Refusal(429, "limit.exceeded", "Rate limit exceeded");
      }
    }
  }

  void route(HttpServletRequest req, HttpServletResponse res) throws Refusal, IOException {
    String path = req.getRequestURI();
    if (path.equals("/v1/pets")) {
      switch (req.getMethod()) {
        case "GET": list(req, res); return;
        case "POST": create(req, res); return;
        default:
          res.setHeader("Allow", "GET, POST");
          throw new Refusal(405, "method.not_allowed", "Method not allowed");
      }
    }
    if (path.startsWith("/v1/pets/") && req.getMethod().equals("GET")) {
      get(path.substring("/v1/pets/".length()), res);
      return;
    }
    throw new Refusal(404, "path.not_found", "No such resource");
  }

  void list(HttpServletRequest req, HttpServletResponse res) throws Refusal, IOException {
    int limit = 20;
    if (req.getParameter("limit") != null) {
      try {
        limit = Integer.parseInt(req.getParameter("limit"));
      } catch (NumberFormatException e) {
        throw new Refusal(400, "limit.invalid", "limit must be an integer");
      }
      if (limit < 1 || limit > 100) throw new Refusal(400, "limit.out_of_range", "limit must be from 1 to 100");
    }
    String status = req.getParameter("status");
    if (status != null && !STATUSES.contains(status)) throw new Refusal(400, "status.unknown", "unknown status");
    var found = NODES.arrayNode();
    synchronized (pets) {
      for (ObjectNode pet : pets) {
        if (found.size() == limit) break;
        if (status == null || pet.get("status").asText().equals(status)) found.add(pet);
      }
    }
    send(res, 200, found);
  }

  void create(HttpServletRequest req, HttpServletResponse res) throws Refusal, IOException {
    JsonNode body;
    try {
      body = JSON.readTree(req.getInputStream());
    } catch (JsonProcessingException e) {
      throw new Refusal(400, "body.not_json", "The body is not JSON");
    }
    if (body == null || !body.isObject()) throw new Refusal(400, "body.not_object", "The body must be an object");
    JsonNode name = body.get("name");
    JsonNode category = body.get("categoryId");
    JsonNode status = body.get("status");
    if (name == null || !name.isTextual()) throw new Refusal(400, "name.invalid", "name must be a string");
    if (category == null || !category.isIntegralNumber() || !category.canConvertToLong())
      throw new Refusal(400, "categoryId.invalid", "categoryId must be an int64");
    if (status != null && !(status.isTextual() && STATUSES.contains(status.asText())))
      throw new Refusal(400, "status.invalid", "unknown status");
    ObjectNode pet = NODES.objectNode();
    synchronized (pets) {
      pet.put("id", 5_000_000_000L + pets.size());
      pet.put("name", name.asText());
      pet.put("categoryId", category.asLong());
      pet.put("status", status == null ? "pending" : status.asText());
      pets.add(pet);
    }
    res.setHeader("Location", "/v1/pets/" + pet.get("id"));
    send(res, 201, pet);
  }

  void get(String petId, HttpServletResponse res) throws Refusal, IOException {
    long id;
    try {
      id = Long.parseLong(petId);
    } catch (NumberFormatException e) {
      throw new Refusal(404, "pet.not_found", "The animal could not be found");
    }
    ObjectNode found = null;
    synchronized (pets) {
      for (ObjectNode pet : pets) if (pet.get("id").asLong() == id) found = pet;
    }
    if (found == null) throw new Refusal(404, "pet.not_found", "The animal could not be found");
    res.setHeader("Deprecation", "@1606780800");
    res.setHeader("Sunset", "Thu, 05 Dec 2030 00:00:00 GMT");
    send(res, 200, found);
  }

  void send(HttpServletResponse res, int status, JsonNode body) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(body);
    res.setStatus(status);
    res.setHeader("Content-Type", "application/json");
    res.setContentLength(bytes.length);
    res.getOutputStream().write(bytes);
  }

  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(System.getenv("PORT")));
    server.addConnector(connector);
    ServletHandler handler = new ServletHandler();
    handler.addServletWithMapping(new ServletHolder(new PetStore()), "/*");
    server.setHandler(handler);
    server.start();
    server.join();
  }
}
