// Apache HttpClient 5 as it is by default: `java -cp … Client.java <one-by-one|at-once>`. Input and output are those of client.mjs.
import java.util.Scanner;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.BasicHttpClientResponseHandler;
import org.apache.hc.client5.http.impl.classic.HttpClients;

class Client {
  public static void main(String[] arguments) throws Exception {
    try (var client = HttpClients.createDefault()) {
      System.out.println("ready");
      var input = new Scanner(System.in);
      var url = input.next();
      var key = input.next();
      var pool = Executors.newFixedThreadPool(arguments[0].equals("at-once") ? 6 : 1);
      for (var limit = 1; limit <= 6; limit++) {
        var request = new HttpGet(url + "/pets?limit=" + limit);
        request.setHeader("Authorization", "Bearer " + key);
        pool.execute(() -> {
          try {
            client.execute(request, new BasicHttpClientResponseHandler());
            System.out.println("through");
          } catch (Exception error) {
            System.out.println("gave up: " + error.getMessage());
          }
        });
      }
      pool.shutdown();
      pool.awaitTermination(1, TimeUnit.HOURS);
    }
  }
}
