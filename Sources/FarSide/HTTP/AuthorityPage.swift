import NIOHTTP1

/// What a device needs to trust the servers of a private link: a page that says how, and the certificate.
enum AuthorityPage {
  private static let page = """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Headwind's certificate authority</title>
    <style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 38rem; margin: 2rem auto; padding: 0 1rem }</style>
    <h1>Headwind's certificate authority</h1>
    <p>The servers of this network show certificates that this authority has signed. Install it on devices for tests only, and
    remove it afterwards. It is valid for 30 days, and its key is gone when the network ends.
    <p><a href="/ca.crt">Download the certificate</a>
    <ul>
    <li><b>iOS, iPadOS:</b> Settings, Profile Downloaded, Install. Then Settings, General, About, Certificate Trust Settings: turn it on.
    <li><b>Android:</b> Settings, Security, Encryption and credentials, Install a certificate, CA certificate. Apps use it only if
    their network security configuration allows certificates of the user.
    <li><b>Others:</b> open the file, or add it to the certificates of the browser.
    </ul>
    </html>

    """

  static var response: ServiceResponse {
    ServiceResponse(status: .ok, type: "text/html; charset=utf-8", body: .bytes(Array(page.utf8)))
  }

  /// The certificate, in PEM, under the type by which phones offer to install it.
  static func certificate(_ pem: String) -> ServiceResponse {
    ServiceResponse(status: .ok, type: "application/x-x509-ca-cert", body: .bytes(Array(pem.utf8)))
  }
}
