// Kotlin with java.net.http.HttpClient, as its documentation shows it: a client with connectTimeout, requests with timeout,
// sendAsync, whose future is cancelled by a line on standard input. What to do comes in variables, how it went is the exit status
// (docs/scenarios.md).

import java.io.File
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpHeaders
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.Paths
import java.nio.file.StandardCopyOption
import java.security.KeyStore
import java.security.cert.CertificateFactory
import java.time.Duration
import java.util.concurrent.CompletableFuture
import javax.net.ssl.SSLContext
import javax.net.ssl.TrustManagerFactory
import kotlin.concurrent.thread
import kotlin.system.exitProcess

val families =
    "connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cookies cache".split(" ")

class Asked(
    val method: String, val url: String, val body: String?, val output: String, val accept: String?, val after: Double,
    val isTogether: Boolean)

@Volatile
var isCancelled = false

fun main() {
    if ((System.getenv("HEADWIND_SCENARIO") ?: "").split(".")[0] !in families) exitProcess(127)
    val deadline = Duration.ofSeconds(System.getenv("HEADWIND_DEADLINE").toLong())
    val builder = HttpClient.newBuilder().connectTimeout(deadline)
    System.getenv("HEADWIND_CA")?.let { builder.sslContext(trusting(it)) }
    val client = builder.build()

    val running = mutableListOf<CompletableFuture<Boolean>>()
    val reader = thread(isDaemon = true) { cancelOnLine(running) }
    println("cancel: stdin")
    var isWhole = true
    for (asked in requests(System.getenv("HEADWIND_REQUESTS"))) {
        if (!asked.isTogether) {
            isWhole = join(running) && isWhole
            Thread.sleep((asked.after * 1000).toLong())
        }
        val future = perform(client, asked, deadline)
        synchronized(running) { running.add(future) }
    }
    isWhole = join(running) && isWhole
    // A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
    if (isCancelled) {
        println("cancelled")
        reader.join()
    }
    exitProcess(if (isWhole && !isCancelled) 0 else 1)
}

// Whether a response is in the media type that the caller can use, which is the caller's business.
fun isUsable(asked: Asked, fields: HttpHeaders): Boolean {
    val got = fields.firstValue("Content-Type").map { it.split(";")[0].trim() }.orElse(null)
    return asked.accept == null || got == null || got.equals(asked.accept, ignoreCase = true)
}

// Makes a request, and moves the file to its name once it is whole. To cancel what is returned cancels the exchange.
fun perform(client: HttpClient, asked: Asked, deadline: Duration): CompletableFuture<Boolean> {
    val publisher =
        if (asked.body == null) HttpRequest.BodyPublishers.noBody()
        else HttpRequest.BodyPublishers.ofFile(Paths.get(asked.body))
    val builder = HttpRequest.newBuilder(URI.create(asked.url)).timeout(deadline).method(asked.method, publisher)
    asked.accept?.let { builder.header("Accept", it) }
    val request = builder.build()
    val partial: Path = Paths.get(asked.output + ".partial")
    val sent = client.sendAsync(request, HttpResponse.BodyHandler<Path?> { information ->
        if (information.statusCode() / 100 == 2 && isUsable(asked, information.headers())) HttpResponse.BodyHandlers.ofFile(partial).apply(information)
        else HttpResponse.BodySubscribers.replacing<Path?>(null)
    })
    val told = sent.handle { response: HttpResponse<Path?>?, error: Throwable? ->
        try {
            if (error != null) throw error
            val type = response!!.headers().firstValue("Content-Type").orElse("no type")
            val body = response.body() ?: throw IOException("HTTP status ${response.statusCode()} with $type")
            Files.move(body, Paths.get(asked.output), StandardCopyOption.REPLACE_EXISTING)
            true
        } catch (failure: Throwable) {
            System.err.println("${asked.method} ${asked.url}: $failure")
            Files.deleteIfExists(partial)
            false
        }
    }
    told.whenComplete { _, _ -> if (told.isCancelled) sent.cancel(true) }
    return told
}

fun join(running: MutableList<CompletableFuture<Boolean>>): Boolean {
    val futures = synchronized(running) { running.toList() }
    val isWhole = futures.map { future -> future.exceptionally { false }.join() }.all { it }
    synchronized(running) { running.clear() }
    return isWhole
}

fun cancelOnLine(running: MutableList<CompletableFuture<Boolean>>) {
    generateSequence(::readLine).filter { it == "cancel" }.forEach { _ ->
        isCancelled = true
        synchronized(running) { running.forEach { it.cancel(true) } }
    }
}

fun trusting(authority: String): SSLContext {
    val store = KeyStore.getInstance(KeyStore.getDefaultType())
    store.load(null, null)
    File(authority).inputStream().use {
        store.setCertificateEntry("headwind", CertificateFactory.getInstance("X.509").generateCertificate(it))
    }
    val factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm())
    factory.init(store)
    val context = SSLContext.getInstance("TLS")
    context.init(null, factory.trustManagers, null)
    return context
}

// The JDK reads no JSON; this list is flat and its strings have no escapes.
fun requests(json: String): List<Asked> = Regex("\\{[^}]*\\}").findAll(json).map { match ->
    val text = { name: String -> Regex("\"$name\":\"([^\"]*)\"").find(match.value)?.groupValues?.get(1) }
    val after = Regex("\"after\":([0-9.eE+-]+)").find(match.value)!!.groupValues[1].toDouble()
    Asked(text("method")!!, text("url")!!, text("body"), text("output")!!, text("accept"), after,
        "\"together\":true" in match.value)
}.toList()
