# Sets up a real Doorkeeper with Devise's password hashes, lets its clients use it, and says what they hold afterwards.
#
# ruby doorkeeper.rb plain|hashed OUTPUT.json, with DATABASE_URL set. `plain` keeps tokens and secrets as they are,
# `hashed` as SHA-256, and the secrets of some applications as bcrypt. Everything that is created is created by
# Doorkeeper's own models and its own token endpoint.
require 'logger'
require 'json'
require 'erb'
require 'bcrypt'
require 'rails'
require 'active_record/railtie'
require 'action_controller/railtie'
require 'devise'
require 'doorkeeper'

MODE, OUTPUT = ARGV
HASHED = MODE == 'hashed'
PEPPER = 'd5b1f3a09c4e7b62'.freeze
COST = 4

class OldService < Rails::Application
  config.eager_load = false
  config.secret_key_base = 'not a secret of anybody'
  config.hosts.clear if config.respond_to?(:hosts)
  config.logger = Logger.new(nil)
  config.root = Dir.pwd
end

def configure_doorkeeper(secrets)
  Doorkeeper.configure do
    orm :active_record
    resource_owner_authenticator { User.first }
    resource_owner_from_credentials { User.find_by(email: params[:username]) }
    use_refresh_token
    enable_application_owner confirmation: false
    default_scopes :public
    optional_scopes :write, :notes
    grant_flows %w[authorization_code client_credentials password]
    skip_client_authentication_for_password_grant true if respond_to?(:skip_client_authentication_for_password_grant)
    force_ssl_in_redirect_uri false
    hash_token_secrets if HASHED
    hash_application_secrets if secrets == :sha256
    hash_application_secrets using: 'Doorkeeper::SecretStoring::BCrypt' if secrets == :bcrypt
  end
end

configure_doorkeeper(HASHED ? :sha256 : :plain)
OldService.initialize!
ActiveRecord::Migration.verbose = false

# The tables as Doorkeeper's own generators make them.
templates = File.join(Gem::Specification.find_by_name('doorkeeper').gem_dir, 'lib/generators/doorkeeper/templates')
%w[migration add_owner_to_application_migration enable_pkce_migration].each do |name|
  text = File.read(File.join(templates, "#{name}.rb.erb"))
  migration_version = "[#{ActiveRecord::VERSION::MAJOR}.#{ActiveRecord::VERSION::MINOR}]"
  TOPLEVEL_BINDING.eval(ERB.new(text).result(binding))
end
CreateDoorkeeperTables.new.migrate(:up)
AddOwnerToApplication.new.migrate(:up)
EnablePkce.new.migrate(:up)
ActiveRecord::Schema.define do
  create_table :users do |t|
    t.string :nickname
    t.string :email, null: false, default: ''
    t.string :encrypted_password, null: false, default: ''
    t.string :name
    t.string :locale
    t.datetime :confirmed_at
    t.datetime :locked_at
    t.datetime :current_sign_in_at
    t.timestamps null: false
  end
  # Tokens of nobody's application exist in the wild; the newest generators forbid them.
  change_column_null :oauth_access_tokens, :application_id, true
end

class User < ActiveRecord::Base; end
[Doorkeeper::Application, Doorkeeper::AccessToken, Doorkeeper::AccessGrant].each(&:reset_column_information)
OldService.routes.draw { use_doorkeeper }

# Devise's own encryptor, as a model with `devise :database_authenticatable` would call it.
Encrypting = Struct.new(:pepper, :stretches)
def encrypted(password)
  Devise::Encryptor.digest(Encrypting.new(PEPPER, COST), password)
end

def person(id, nickname, email, password, more = {})
  User.create!({ id: id, nickname: nickname, email: email, encrypted_password: encrypted(password),
                 confirmed_at: Time.now.utc - 86_400, locale: 'en' }.merge(more))
  { id: id, nickname: nickname, email: email, password: password }
end

people = [
  person(1, 'ada', 'ada@example.org', 'correct horse battery', name: 'Ada Lovelace'),
  person(2, 'Brian', 'brian@example.org', 'kurz', confirmed_at: nil),
  person(7, 'chloé', 'chloe@example.org', 'пароль из слов', locale: 'fr'),
  # Longer than bcrypt reads: the pepper behind it never counts.
  person(8, 'dora', 'dora@example.org', 'd' * 80),
  person(9, 'ADA', 'ada.two@example.org', 'second ada here'),
  person(10, 'eve@example.org', 'eve@example.org', 'at sign in the name'),
  person(11, 'locked', 'locked@example.org', 'locked out of it', locked_at: Time.now.utc - 60),
  person(4_000_000_000, 'grace', 'grace@example.org', 'beyond 32 bits')
]

def application(name, redirect_uri, more = {}, secrets: nil)
  configure_doorkeeper(secrets) if secrets
  made = Doorkeeper::Application.create!({ name: name, redirect_uri: redirect_uri, scopes: 'public write',
                                           owner_id: 1, owner_type: 'User' }.merge(more))
  held = { name: name, uid: made.uid, secret: made.plaintext_secret || made.secret,
           redirect_uri: redirect_uri.split.first, confidential: made.confidential }
  [made, held]
end

default = HASHED ? :sha256 : :plain
quill, quill_held = application('Quill', "https://quill.example/callback\nhttps://quill.example/other",
                                secrets: default)
slow, slow_held = application('Slow hash', 'https://slow.example/cb', secrets: HASHED ? :bcrypt : :plain)
configure_doorkeeper(default)
mobile, mobile_held = application('Mobile', 'com.example.mobile:/callback', { confidential: false })
insecure, insecure_held = application('Insecure', 'http://insecure.example/callback https://insecure.example/callback')
orphan, orphan_held = application('Orphan', 'https://orphan.example/cb', { owner_id: nil, owner_type: nil, scopes: '' })
oob, oob_held = application('Shell', 'urn:ietf:wg:oauth:2.0:oob', { scopes: 'public unknown' })

def issue(application, owner, more = {})
  scopes = Doorkeeper::OAuth::Scopes.from_string(more.delete(:scopes) || 'public')
  token = Doorkeeper::AccessToken.create_for(
    application: application, resource_owner: owner && User.find(owner), scopes: scopes,
    expires_in: more.key?(:expires_in) ? more.delete(:expires_in) : 7200, use_refresh_token: more.fetch(:refresh, true)
  )
  { owner: owner, access: token.plaintext_token, refresh: token.plaintext_refresh_token, scope: scopes.to_s, id: token.id }
end

def age(held, seconds)
  Doorkeeper::AccessToken.find(held[:id]).update_columns(created_at: Time.now.utc - seconds)
  held
end

# What a client would do: a request to the token endpoint of the running service.
def token_request(held, form)
  env = Rack::MockRequest.env_for('/oauth/token', method: 'POST', params: form.merge(
    client_id: held[:uid], client_secret: held[:secret]
  ))
  status, _headers, body = OldService.call(env)
  text = +''
  body.each { |part| text << part }
  raise "#{status} #{text}" unless status == 200

  JSON.parse(text)
end

live = issue(quill, 1, scopes: 'public write')
expired = age(issue(quill, 1), 10_000)
expired_alone = age(issue(quill, 1, refresh: false), 10_000)
endless = issue(quill, 2, expires_in: nil, refresh: false)
revoked = issue(quill, 2)
Doorkeeper::AccessToken.find(revoked[:id]).revoke
public_token = issue(mobile, 7)
insecure_token = issue(insecure, 8)
slow_token = issue(slow, 1)
orphan_token = issue(orphan, 9, scopes: 'public notes')
big_token = issue(quill, 4_000_000_000)
machine = token_request(quill_held, grant_type: 'client_credentials', scope: 'public')
# Rotated at the source: the old pair lives until the new one is used, the second one was used already.
before = issue(quill, 7)
after = token_request(quill_held, grant_type: 'refresh_token', refresh_token: before[:refresh])
used_before = issue(quill, 8)
used = token_request(quill_held, grant_type: 'refresh_token', refresh_token: used_before[:refresh])
Doorkeeper::AccessToken.by_token(used['access_token']).revoke_previous_refresh_token!
Doorkeeper::AccessToken.create!(application_id: nil, resource_owner_id: 1, expires_in: 7200, scopes: 'public')
Doorkeeper::AccessToken.create!(application: quill, resource_owner_id: 12_345, expires_in: 7200, scopes: 'public')

def grant(application, owner, redirect_uri, more = {})
  made = Doorkeeper::AccessGrant.create!({ application: application, resource_owner_id: owner, expires_in: 600,
                                           redirect_uri: redirect_uri, scopes: 'public' }.merge(more))
  made.plaintext_token || made.token
end

verifier = 'a' * 43
challenge = Doorkeeper::AccessGrant.generate_code_challenge(verifier)
codes = {
  open: grant(quill, 1, 'https://quill.example/callback'),
  challenged: grant(mobile, 7, 'com.example.mobile:/callback', code_challenge: challenge, code_challenge_method: 'S256'),
  plain: grant(mobile, 7, 'com.example.mobile:/callback', code_challenge: verifier, code_challenge_method: 'plain'),
  verifier: verifier,
  differing: grant(quill, 1, 'https://quill.example/callback?session=1')
}
exchanged = grant(quill, 2, 'https://quill.example/callback')
token_request(quill_held, grant_type: 'authorization_code', code: exchanged, redirect_uri: 'https://quill.example/callback')

File.write(OUTPUT, JSON.pretty_generate(
  recorded_at: Time.now.to_i, mode: MODE, pepper: PEPPER, people: people,
  applications: { quill: quill_held, slow: slow_held, mobile: mobile_held, insecure: insecure_held,
                  orphan: orphan_held, oob: oob_held },
  tokens: { live: live, expired: expired, expired_alone: expired_alone, endless: endless, revoked: revoked,
            mobile: public_token, insecure: insecure_token, slow: slow_token, orphan: orphan_token, big: big_token,
            machine: { access: machine['access_token'] },
            before: before, after: { access: after['access_token'], refresh: after['refresh_token'] },
            used_before: used_before, used: { access: used['access_token'], refresh: used['refresh_token'] } },
  codes: codes.merge(exchanged: exchanged)
))
